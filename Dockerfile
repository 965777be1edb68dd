# A server in a container, built from this checkout: docker build -t sevenhex .
# The page is built in the first stage; the second has what a server needs and nothing else.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
# the build takes Node from PyPI and the page's packages from npm
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /wheel

FROM python:3.12-slim
COPY --from=build /wheel /wheel
RUN pip install --no-cache-dir "$(ls /wheel/*.whl)[postgres]" && rm -r /wheel \
    && useradd --system --create-home --home-dir /var/lib/sevenhex sevenhex
USER sevenhex
# machine code of the rules: made at the first start, kept in the volume
ENV SEVENHEX_CACHE=/var/lib/sevenhex/cache
VOLUME /var/lib/sevenhex
EXPOSE 8000
HEALTHCHECK --start-period=5m CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["sevenhex"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/var/lib/sevenhex"]
