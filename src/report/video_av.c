// Encodes MP4 and other formats with libav, which uses its own allocator instead of wend_alloc.
#include "report/video_file.h"

#ifdef WEND_HAVE_LIBAV

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <unistd.h>

typedef struct av_video {
    AVFormatContext* format;
    AVCodecContext* codec;
    AVStream* stream;
    struct SwsContext* colors;
    AVFrame* frame;
    AVPacket* packet;
    int64_t next;
    char part[4096];  // temporary file, renamed when complete
} av_video;

static wend_status av_failed(const video_file* f, const char* doing, int code, wend_error* error) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(code, reason, sizeof reason);
    return wend_fail(error, code == AVERROR(ENOMEM) ? WEND_NO_MEMORY : WEND_IO, "%s: cannot %s: %s",
                     f->path, doing, reason);
}

// The first of these encoders that libav has and the container supports.
static const AVCodec* find_encoder(const AVFormatContext* format) {
    static const char* const names[] = {"libx264", "libopenh264", "libvpx-vp9", "libvpx", "mpeg4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const AVCodec* codec = avcodec_find_encoder_by_name(names[i]);
        if (codec && avformat_query_codec(format->oformat, codec->id, FF_COMPLIANCE_NORMAL) == 1)
            return codec;
    }
    return NULL;
}

static wend_status open_codec(video_file* f, av_video* a, const AVCodec* codec, wend_error* error) {
    a->codec = avcodec_alloc_context3(codec);
    if (!a->codec) return av_failed(f, "write the video", AVERROR(ENOMEM), error);
    a->codec->width = f->width;
    a->codec->height = f->height;
    a->codec->time_base = (AVRational){1, f->fps};
    a->codec->framerate = (AVRational){f->fps, 1};
    a->codec->pix_fmt = AV_PIX_FMT_YUV420P;
    a->codec->gop_size = 4 * f->fps;
    a->codec->thread_count = 1;  // deterministic output
    a->codec->flags |= AV_CODEC_FLAG_BITEXACT;
    if (a->format->oformat->flags & AVFMT_GLOBALHEADER)
        a->codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    a->codec->bit_rate = 2000000;  // for encoders without a quality setting
    av_opt_set(a->codec->priv_data, "crf", codec->id == AV_CODEC_ID_VP9 ? "32" : "20", 0);
    av_opt_set(a->codec->priv_data, "preset", "veryfast", 0);
    int code = avcodec_open2(a->codec, codec, NULL);
    return code < 0 ? av_failed(f, "start the encoder", code, error) : WEND_OK;
}

static wend_status open_stream(video_file* f, av_video* a, wend_error* error) {
    a->stream = avformat_new_stream(a->format, NULL);
    if (!a->stream) return av_failed(f, "write the video", AVERROR(ENOMEM), error);
    a->stream->time_base = a->codec->time_base;
    int code = avcodec_parameters_from_context(a->stream->codecpar, a->codec);
    if (code >= 0) code = avio_open(&a->format->pb, a->part, AVIO_FLAG_WRITE);
    if (code >= 0) code = avformat_write_header(a->format, NULL);
    return code < 0 ? av_failed(f, "write", code, error) : WEND_OK;
}

static wend_status open_frame(video_file* f, av_video* a, wend_error* error) {
    a->frame = av_frame_alloc();
    a->packet = av_packet_alloc();
    a->colors = sws_getContext(f->width, f->height, AV_PIX_FMT_RGB24, f->width, f->height,
                               AV_PIX_FMT_YUV420P, SWS_BILINEAR, NULL, NULL, NULL);
    if (!a->frame || !a->packet || !a->colors)
        return av_failed(f, "write the video", AVERROR(ENOMEM), error);
    a->frame->format = AV_PIX_FMT_YUV420P;
    a->frame->width = f->width;
    a->frame->height = f->height;
    int code = av_frame_get_buffer(a->frame, 0);
    return code < 0 ? av_failed(f, "write the video", code, error) : WEND_OK;
}

static void av_close(video_file* f) {
    av_video* a = f->own;
    if (a->format && a->format->pb) {
        avio_closep(&a->format->pb);
        unlink(a->part);
    }
    avformat_free_context(a->format);
    avcodec_free_context(&a->codec);
    sws_freeContext(a->colors);
    av_frame_free(&a->frame);
    av_packet_free(&a->packet);
    wend_free(a);
    f->own = NULL;
}

static wend_status av_open(video_file* f, wend_error* error) {
    av_video* a = f->own = wend_alloc_zero(1, sizeof *a);
    if (!a) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the video", f->path);
    int n = snprintf(a->part, sizeof a->part, "%s.part", f->path);
    if (n < 0 || (size_t)n >= sizeof a->part)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", f->path);
    av_log_set_level(AV_LOG_FATAL);  // errors are reported by return codes
    int code = avformat_alloc_output_context2(&a->format, NULL, NULL, f->path);
    if (code < 0 || !a->format)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: unknown video format; use the extension .mp4 or .gif", f->path);
    a->format->flags |= AVFMT_FLAG_BITEXACT;
    const AVCodec* codec = find_encoder(a->format);
    if (!codec)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: libav has no encoder for it here; a .gif needs none", f->path);
    WEND_TRY(open_codec(f, a, codec, error));
    WEND_TRY(open_stream(f, a, error));
    return open_frame(f, a, error);
}

// Sends a frame and writes the packets that are ready. Nullable: frame (end of stream).
static wend_status encode(video_file* f, const AVFrame* frame, wend_error* error) {
    av_video* a = f->own;
    int code = avcodec_send_frame(a->codec, frame);
    while (code >= 0) {
        code = avcodec_receive_packet(a->codec, a->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return WEND_OK;
        if (code < 0) break;
        av_packet_rescale_ts(a->packet, a->codec->time_base, a->stream->time_base);
        a->packet->stream_index = a->stream->index;
        code = av_interleaved_write_frame(a->format, a->packet);
    }
    return av_failed(f, "write", code, error);
}

static wend_status av_add(video_file* f, const wend_image* image, wend_error* error) {
    av_video* a = f->own;
    const uint8_t* rows[1] = {image->pixels};
    const int stride[1] = {3 * f->width};
    int code = av_frame_make_writable(a->frame);
    if (code < 0) return av_failed(f, "write the video", code, error);
    sws_scale(a->colors, rows, stride, 0, f->height, a->frame->data, a->frame->linesize);
    a->frame->pts = a->next++;
    return encode(f, a->frame, error);
}

static wend_status av_end(video_file* f, wend_error* error) {
    av_video* a = f->own;
    WEND_TRY(encode(f, NULL, error));
    int code = av_write_trailer(a->format);
    if (code >= 0) code = avio_closep(&a->format->pb);
    if (code >= 0 && rename(a->part, f->path) != 0) code = AVERROR(errno);
    return code < 0 ? av_failed(f, "write", code, error) : WEND_OK;
}

const video_kind video_av = {av_open, av_add, av_end, av_close};

#else

static wend_status av_open(video_file* f, wend_error* error) {
    return wend_fail(error, WEND_UNSUPPORTED,
                     "%s: this wend was built without libav; a .gif needs none", f->path);
}

const video_kind video_av = {.open = av_open};

#endif
