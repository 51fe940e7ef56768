import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // Route discovery by request would tell every address to anybody; one manifest is small enough.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
