# The two commands of the README, and a few for those who work on wend.
# Each of them works on a fresh machine: tools/setup installs what is missing first.

all: setup
	@cmake --preset release >/dev/null && cmake --build --preset release

demo: setup
	@cmake --preset release >/dev/null && cmake --build --preset release --target wend
	@build/release/wend demo

check: setup
	@tests/all

# For everybody, or without root: make install PREFIX=$HOME/.local
PREFIX ?= /usr/local
install: all
	@cmake --install build/release --prefix $(PREFIX) >/dev/null && echo "installed below $(PREFIX)"

setup:
	@tools/setup

format:
	@git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' | xargs clang-format -i

clean:
	rm -rf build demo

.PHONY: all demo check install setup format clean
