# The whole exchange in one image: pages, calls and feed on one port.
FROM node:22-bookworm-slim
WORKDIR /app

# Dependencies first: they change less often than the sources.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

COPY . .
RUN npm run build && mkdir /data && chown node:node /data

USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080

# 503 while nothing can be committed.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Node itself, not npm: it receives SIGTERM and ends the exchange in order.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--v8-pool-size=2", "server/start.mjs"]
