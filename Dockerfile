# Two stages: what is needed to install stays in the first one. The base is pinned by its digest, so that the same image is built again; a
# newer one brings fixes of its system (`docker buildx imagetools inspect python:3.11-slim` prints its digest, which goes here).
FROM python:3.11.16-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7 AS base

FROM base AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app
COPY requirements.txt requirements-postgres.txt ./
# `-r requirements-postgres.txt` for a database on a PostgreSQL server
ARG EXTRAS=""
# Only files whose hashes are known, and no sources: what builds those has no hash.
RUN python -m venv --without-pip .venv \
    && pip --python .venv install --require-hashes --only-binary :all: -r requirements.txt $EXTRAS
COPY pyproject.toml LICENSE ./
COPY rules rules
COPY players players
COPY bot bot
COPY cogs cogs
RUN python -m compileall -q rules players bot cogs

FROM base
LABEL org.opencontainers.image.title="Voormsi" \
    org.opencontainers.image.description="A Discord bot that runs tables of Voormsi, Greenland's national card game" \
    org.opencontainers.image.licenses="MIT"
# `postgresql-client` for backups of a PostgreSQL server
ARG PACKAGES=""
RUN if [ -n "$PACKAGES" ]; then \
        apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin voormsi \
    && mkdir /data && chown voormsi /data
COPY --from=build /app /app
# For `voormsi --version`: --build-arg REVISION=$(git rev-parse --short HEAD)
ARG REVISION=""
# The working folder is not searched for modules (PYTHONSAFEPATH): a file of the volume would be taken for one of ours.
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/app PYTHONSAFEPATH=1 \
    VOORMSI_REVISION=$REVISION DATABASE=/data/voormsi.db HEALTH_FILE=/data/health.json
USER voormsi
# The working folder is the volume: a .env there is read too, and the database lies there.
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
