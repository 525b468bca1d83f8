import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('storefront/home-page.tsx')] satisfies RouteConfig
