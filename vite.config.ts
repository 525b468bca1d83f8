import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Modules that every page of the shop uses. They are bundled: one response instead of thirty, and smaller than all of
 * them.
 */
const ON_EVERY_PAGE = [
  'features/currency/change-currency.ts',
  'features/currency/currency-button.tsx',
  'features/currency/price.tsx',
  'features/search/search-results.tsx',
  'features/search/search.tsx',
  'features/search/use-game-search.ts',
  'features/search/use-search-field.ts',
  'features/session/load-user.ts',
  'features/session/user-button.tsx',
  'features/shop-facts/head.ts',
  'features/shop-facts/use-shop-facts.ts',
  'layouts/failures/error-notice.tsx',
  'layouts/failures/not-found.tsx',
  'layouts/frame/bottom-bar.tsx',
  'layouts/frame/brand.tsx',
  'layouts/frame/chat-button.tsx',
  'layouts/frame/footer.tsx',
  'layouts/frame/header.tsx',
  'layouts/frame/news-strip.tsx',
  'layouts/frame/offline-notice.tsx',
  'layouts/frame/skip-link.tsx',
  'layouts/frame/theme-button.tsx',
  'layouts/frame/toasts.tsx',
  'paths.ts',
  'state/',
  'ui/button.tsx',
  'ui/gem.tsx',
  'ui/hooks/',
  'ui/icons/icons.tsx',
  'ui/picture.tsx',
  'ui/status/spinner.tsx',
  'ui/status/tag.tsx',
]

/** Fails the build if a module was moved, because the bundle would silently fall apart. */
function toPattern(modules: string[]): RegExp {
  const missing = modules.filter((path) => !existsSync(join(import.meta.dirname, 'web', path)))
  if (missing.length > 0)
    throw new Error(`vite.config.ts names missing files: ${missing.join(' ')}`)
  return new RegExp(`/web/(${modules.map((path) => path.replaceAll('.', '\\.')).join('|')})`)
}

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
            codeSplitting: { groups: [{ name: 'shop', test: toPattern(ON_EVERY_PAGE) }] },
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
