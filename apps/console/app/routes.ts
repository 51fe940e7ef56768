import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page URL of the console. What is below `/w` asks for a role there; the others ask for nothing, or a session. */
export default [
  index('routes/home/route.ts'),
  route('sign-in', 'routes/sign-in/route.tsx'),
  route('set-up', 'routes/set-up/route.tsx'),
  route('sign-out', 'routes/sign-out/route.ts'),
  route('places', 'routes/places/route.tsx'),
  route('account', 'routes/account/route.tsx'),
  route('language', 'routes/language/route.ts'),
  route('theme', 'routes/theme/route.ts'),
  route('w/:workspace', 'routes/place/route.tsx', { id: 'place' }, [
    index('routes/overview/route.tsx'),
    route('members', 'routes/members/route.tsx'),
    route('new-project', 'routes/project-new/route.tsx'),
    route('p/:project', 'routes/project/route.tsx'),
    route('p/:project/settings', 'routes/project-settings/route.tsx'),
    route('p/:project/document', 'routes/project-document/route.ts'),
    route('p/:project/configuration', 'routes/configuration/route.tsx'),
    route('p/:project/configuration/text', 'routes/configuration-text/route.tsx'),
    route('p/:project/configuration/providers/:provider', 'routes/configuration-provider/route.tsx'),
    route('p/:project/configuration/revisions', 'routes/revisions/route.tsx'),
    route('p/:project/configuration/revisions/:revision', 'routes/revision/route.tsx'),
  ]),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig
