import process from 'node:process'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: process.env['BUILD_FOLDER'] ?? 'build',
  ssr: true,
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
