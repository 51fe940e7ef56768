import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // A dozen routes: one manifest is smaller than asking for each part of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
