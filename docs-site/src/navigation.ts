import type { PageKind } from './page.ts'

/** A page in the navigation: a file of the repository, or a page that is drawn from data. */
export interface NavigationEntry {
  readonly title: string
  /** Path of the Markdown file from the repository's folder; or, with `drawn`, the page's own path. */
  readonly source: string
  readonly isDrawn?: true
}

/** A part of the navigation. */
export interface NavigationGroup {
  readonly title: string
  readonly kind: PageKind
  readonly entries: readonly NavigationEntry[]
}

/** TABLE: every page but the decisions and the operations of the APIs, which separate pages list. */
export const navigation: readonly NavigationGroup[] = [
  {
    title: 'Tutorial',
    kind: 'guide',
    entries: [
      { title: 'Gatehouse in two minutes', source: 'README.md' },
      { title: 'Tutorial: ten minutes', source: 'docs/tutorial.md' },
      { title: 'All documents', source: 'docs/README.md' },
    ],
  },
  {
    title: 'Guides',
    kind: 'guide',
    entries: [
      { title: 'Protect an application', source: 'docs/protect.md' },
      { title: 'Branding', source: 'docs/branding.md' },
      { title: 'Return to the application', source: 'docs/return-to.md' },
      { title: 'Sign-in providers', source: 'docs/providers.md' },
      { title: 'Moving in', source: 'docs/migrate.md' },
      { title: 'The console', source: 'docs/console.md' },
      { title: 'Operate', source: 'docs/operate.md' },
      { title: 'Monitoring', source: 'docs/monitoring.md' },
      { title: 'Ory Kratos and Ory Hydra', source: 'docs/kratos.md' },
      { title: 'Check an installation', source: 'docs/check.md' },
      { title: 'Event streams', source: 'docs/event-streams.md' },
      { title: 'Web hooks and channels', source: 'docs/web-hooks.md' },
    ],
  },
  {
    title: 'Packages and examples',
    kind: 'guide',
    entries: [
      { title: '@gatehouse/session', source: 'packages/session/README.md' },
      { title: '@gatehouse/react', source: 'packages/react/README.md' },
      { title: '@gatehouse/flow-form', source: 'packages/flow-form/README.md' },
      { title: '@gatehouse/design', source: 'packages/design/README.md' },
      { title: '@gatehouse/client', source: 'packages/client/README.md' },
      { title: '@gatehouse/contract', source: 'packages/contract/README.md' },
      { title: '@gatehouse/testing', source: 'packages/testing/README.md' },
      { title: 'Example: Express', source: 'examples/express/README.md' },
      { title: 'Example: Next.js', source: 'examples/nextjs/README.md' },
      { title: 'Example: Vite', source: 'examples/vite/README.md' },
      { title: 'Example: FastAPI', source: 'examples/fastapi/README.md' },
      { title: 'Example: a login form', source: 'examples/login-form/README.md' },
    ],
  },
  {
    title: 'Reference',
    kind: 'reference',
    entries: [
      { title: 'Settings', source: 'docs/reference/settings.md' },
      { title: 'Commands', source: 'docs/reference/commands.md' },
      { title: 'Events', source: 'docs/reference/events.md' },
      { title: 'Fields of web hooks', source: 'docs/reference/web-hooks.md' },
      { title: 'Control plane', source: 'docs/reference/control-plane.md' },
      { title: 'One’s own account', source: 'docs/reference/own-account.md' },
      { title: 'API of the control plane', source: 'api/control-plane/index.html', isDrawn: true },
      { title: 'API of the identity service', source: 'api/identity/index.html', isDrawn: true },
      { title: 'States of the flows', source: 'flows.html', isDrawn: true },
      { title: 'Compatibility', source: 'docs/reference/compatibility.md' },
      { title: 'Security', source: 'docs/reference/security.md' },
      { title: 'Threat model', source: 'docs/reference/threat-model.md' },
      { title: 'OWASP ASVS', source: 'docs/reference/asvs.md' },
      { title: 'Cryptography', source: 'docs/reference/cryptography.md' },
      { title: 'Performance', source: 'docs/reference/performance.md' },
      { title: 'Faults', source: 'docs/reference/faults.md' },
    ],
  },
  {
    title: 'Explanation',
    kind: 'explanation',
    entries: [
      { title: 'Architecture', source: 'ARCHITECTURE.md' },
      { title: 'Decisions', source: 'decisions/index.html', isDrawn: true },
    ],
  },
  {
    title: 'Working on Gatehouse',
    kind: 'explanation',
    entries: [
      { title: 'Contributing', source: 'CONTRIBUTING.md' },
      { title: 'Words', source: 'docs/style.md' },
      { title: 'Releasing the packages', source: 'docs/release.md' },
    ],
  },
]
