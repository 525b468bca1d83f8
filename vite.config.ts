import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Modules that every page of the shop uses. */
const ON_EVERY_PAGE = [
  'web/features/buy-again/buy-again.tsx',
  'web/features/currency/change-currency.ts',
  'web/features/currency/currency-button.tsx',
  'web/features/currency/price.tsx',
  'web/features/pack/delivery-facts.tsx',
  'web/features/pictures/',
  'web/features/search/search-results.tsx',
  'web/features/search/search.tsx',
  'web/features/search/use-game-search.ts',
  'web/features/search/use-search-field.ts',
  'web/features/session/load-user.ts',
  'web/features/session/user-button.tsx',
  'web/features/shop-facts/head.ts',
  'web/features/shop-facts/use-shop-facts.ts',
  'web/layouts/failures/error-notice.tsx',
  'web/layouts/failures/not-found.tsx',
  'web/layouts/frame/bottom-bar.tsx',
  'web/layouts/frame/brand.tsx',
  'web/layouts/frame/chat-button.tsx',
  'web/layouts/frame/footer.tsx',
  'web/layouts/frame/header.tsx',
  'web/layouts/frame/news-strip.tsx',
  'web/layouts/frame/offline-notice.tsx',
  'web/layouts/frame/skip-link.tsx',
  'web/layouts/frame/theme-button.tsx',
  'web/layouts/frame/toasts.tsx',
  'web/paths.ts',
  'web/state/',
  'web/ui/button.tsx',
  'web/ui/client-only.tsx',
  'web/ui/gem.tsx',
  'web/ui/hooks/',
  'web/ui/icons/icons.tsx',
  'web/ui/picture.tsx',
  'web/ui/status/',
  'web/ui/text-link.ts',
]

/** Modules that pages use where people see their own data. */
const WITH_CALLS = [
  'contract/accounts/auth.ts',
  'contract/accounts/guests.ts',
  'contract/orders/pay-links.ts',
  'node_modules/@tanstack/',
  'web/api/call.ts',
  'web/api/query-client.ts',
  'web/api/use-send.ts',
  'web/features/buy-again/fetch-last-order.ts',
  'web/features/pack/load-chosen-pack.ts',
  'web/features/pack/pack-line.tsx',
  'web/features/session/fetch-user.ts',
  'web/features/session/redirect-visitor.ts',
  'web/features/session/require-session.ts',
  'web/features/session/sign-in.ts',
  'web/features/session/terms.tsx',
  'web/ui/card.tsx',
  'web/ui/facts.tsx',
]

/** Modules that pages use where people enter something. */
const WITH_FORMS = [
  'web/features/guest/contact-words.ts',
  'web/ui/dialog/unsaved-text.ts',
  'web/ui/form/choice/check-field.tsx',
  'web/ui/form/choice/radio-card.tsx',
  'web/ui/form/code-field.tsx',
  'web/ui/form/field.tsx',
  'web/ui/form/form-fields.tsx',
  'web/ui/form/form.tsx',
]

/** Modules that pages use where questions are asked. */
const WITH_DIALOGS = ['web/ui/dialog/confirm.tsx', 'web/ui/dialog/dialog.tsx']

/** Fails the build if a module was moved, because its bundle would silently fall apart. */
function toPattern(modules: string[]): RegExp {
  const missing = modules.filter((path) => !existsSync(join(import.meta.dirname, path)))
  if (missing.length > 0)
    throw new Error(`vite.config.ts names missing files: ${missing.join(' ')}`)
  return new RegExp(`/(${modules.map((path) => path.replaceAll('.', '\\.')).join('|')})`)
}

/**
 * Bundles of what several pages share, because a phone far away waits for each response. A bundle also gets what its
 * modules need, unless an earlier one has it.
 */
const BUNDLES = Object.entries({
  react: /node_modules\/(react|react-dom|scheduler)\//,
  shop: toPattern(ON_EVERY_PAGE),
  calls: toPattern(WITH_CALLS),
  forms: toPattern(WITH_FORMS),
  dialogs: toPattern(WITH_DIALOGS),
  checkout: toPattern(['web/checkout/']),
}).map(([name, test], turn, all) => ({ name, test, priority: all.length - turn }))

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
            codeSplitting: { groups: BUNDLES },
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
