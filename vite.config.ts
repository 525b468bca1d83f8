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
                  test: /\/web\/(layouts\/(brand|bottom-bar|chat-button|footer|header|news-strip|skip-link|theme-button|not-found|error-notice|offline-notice|toasts)|features\/(search\/(search|use-)|currency\/(change-currency|currency-button|price)|session\/(load-user|user-button)|shop-facts\/(head|use-))|state\/|paths|ui\/(button|gem|picture|tag|spinner|icons\/icons|hooks\/))/,
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
