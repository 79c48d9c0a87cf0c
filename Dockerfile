# RelayLite from its wheel, without LLVM. See docs/Install.md.
FROM python:3.11-slim-bookworm
COPY build/wheel/*.whl /tmp/wheel/
RUN pip install --no-cache-dir /tmp/wheel/*.whl && rm -r /tmp/wheel
WORKDIR /work
CMD ["relay-lite", "--help"]
