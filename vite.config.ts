import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // Keeps names for readable stack traces; only whitespace is removed.
      build: {
        rolldownOptions: {
          output: {
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Bundles the modules that every page of the shop uses: one response instead of thirty, and
            // smaller than all of them.
            codeSplitting: {
              groups: [
                {
                  name: 'shop',
                  test: /\/web\/(layouts\/(brand|bottom-bar|chat-button|currency-button|change-currency|footer|header|head|load-user|news-strip|search|search-results|skip-link|theme-button|use-game-search|use-search-field|use-shop-facts|user-button|not-found|error-notice|offline-notice|toasts)|state\/|paths|ui\/(button|gem|icons|picture|price|tag|spinner|use-)|contract\/(errors|images|shop))/,
                },
              ],
            },
          },
        },
      },
    },
  },
  ssr: {
    // Packages that the server loads anyway stay outside. The rest is bundled and tree-shaken: loaded
    // package by package it took three times the memory, and React ran in its development version
    // wherever NODE_ENV was not production.
    noExternal: command === 'build' ? true : [], // in development, CommonJS packages run as they are
    external: ['zod', 'zod/v4/core'],
  },
}))
