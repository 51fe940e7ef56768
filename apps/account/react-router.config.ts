import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // A dozen routes: one manifest is smaller than asking for each part of it.
  // A route is small; two files for it would cost more than they save.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
