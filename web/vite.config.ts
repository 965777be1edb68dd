import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const server = process.env.SEVENHEX_SERVER ?? "http://127.0.0.1:8000";

/** Tells the service worker which files the page has; it is the one file whose name never changes. */
const worker: Plugin = {
  name: "sevenhex-worker",
  generateBundle(_, bundle) {
    const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
    const icons = readdirSync("public", { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const files = [...built, ...icons.map((each) => `${each.parentPath}/${each.name}`.replace(/^public\//, ""))].map((name) => `/${name}`).sort();
    const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
    const code = bundle["worker.js"];
    if (code?.type !== "chunk") throw new Error("the service worker was not built");
    code.code = `const FILES=${JSON.stringify(files)},VERSION="${version}";${code.code}`;
  },
};

export default defineConfig({
  base: "/",
  plugins: [svelte(), worker],
  build: {
    outDir: "../src/sevenhex/server/static",
    emptyOutDir: true,
    target: "es2022",
    // everything stays a file of its own: the page's content policy allows no inline data but images
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", worker: "src/app/worker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "worker" ? "worker.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
