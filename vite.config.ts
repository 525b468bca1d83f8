import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // Names stay, for what goes wrong in it; only what nobody reads is left out.
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
            // What every page of the shop is made of travels together: one answer instead of thirty,
            // and smaller than all of them.
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
    // What the server has loaded anyway stays outside; the rest is bundled, and only what is used of it.
    // Loaded package by package it took three times the memory, and React was the one for developing
    // wherever NODE_ENV was not production.
    noExternal: command === 'build' ? true : [], // while developing, packages that are no modules run as they are
    external: ['zod', 'zod/v4/core'],
  },
}))
