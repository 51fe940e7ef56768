import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page URL. Paths equal the `ui_url`s of the identity service's configuration. */
export default [
  // Failures are drawn below the root, so that every page's data is loaded by then.
  layout('failure/failure-boundary.tsx', [
    index('routes/welcome/route.tsx'),
    route('login', 'routes/login/route.tsx'),
    route('registration', 'routes/registration/route.tsx'),
    route('recovery', 'routes/recovery/route.tsx'),
    route('verification', 'routes/verification/route.tsx'),
    route('settings', 'routes/settings/route.tsx'),
    route('settings/confirm-address', 'routes/settings/confirm-address-route.ts'),
    route('settings/keys', 'routes/settings/keys-route.ts'),
    route('settings/codes', 'routes/settings/codes-route.ts'),
    route('settings/data', 'routes/your-data/route.tsx'),
    route('settings/data/export', 'routes/your-data/export-route.ts'),
    route('sessions', 'routes/sessions/route.tsx'),
    route('activity', 'routes/activity/route.tsx'),
    route('activity/not-me', 'routes/not-me/route.tsx'),
    route('logout', 'routes/logout/route.tsx'),
    route('consent', 'routes/consent/route.tsx'),
    route('device', 'routes/device/route.tsx'),
    route('device/done', 'routes/device-done/route.tsx'),
    route('goodbye', 'routes/goodbye/route.tsx'),
    route('error', 'routes/error/route.tsx'),
    route('language', 'routes/language/route.ts'),
    route('theme', 'routes/theme/route.ts'),
    route('*', 'routes/not-found/route.tsx'),
  ]),
] satisfies RouteConfig
