import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  ssr: {
    // What the server has loaded anyway stays outside; the rest is bundled, and only what is used of it.
    // Loaded package by package it took three times the memory.
    noExternal: true,
    external: ['react', 'react-dom', 'react-router', 'zod', 'zod/v4/core'],
  },
})
