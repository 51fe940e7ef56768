import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // Route discovery by request would reveal every address to any client; one manifest is small enough.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
