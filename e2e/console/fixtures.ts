import type { Page } from '@playwright/test'
import { reportLostFocus } from '../complaints.ts'
import { test as base } from '../fixtures.ts'
import { enterConsole, newOperator, type OperatorAccount } from './accounts.ts'
import { type Control, controlOf, workspaceAddress } from './control.ts'
import { type ConsoleProject, firstProject, makeProject } from './project.ts'

interface ConsoleFixtures {
  readonly control: Control
  /** An owner of the first workspace. */
  readonly operator: OperatorAccount
  /** A page of the console, with that owner signed in. */
  readonly consolePage: Page
  /** The address of the workspace's pages: `http://…/w/{workspace}`. */
  readonly workspace: string
  /** The first project, at which operators themselves sign in. */
  readonly home: ConsoleProject
  /** Makes a project of the test's own. */
  readonly newProject: (name: string) => Promise<ConsoleProject>
}

/** `test` with an operator signed in to the console. */
export const test = base.extend<ConsoleFixtures>({
  baseURL: ({ gateway }, use) => use(gateway.consoleOrigin),
  control: async ({ gateway }, use) => use(await controlOf(gateway)),
  operator: async ({ gateway, control }, use) => use(await newOperator(gateway, control)),
  workspace: async ({ gateway, control }, use) => use(await workspaceAddress(gateway, control)),
  home: async ({ gateway, control, workspace }, use) => use(await firstProject({ gateway, control, workspace })),
  newProject: ({ gateway, control, workspace }, use) =>
    use((name) => makeProject({ gateway, control, workspace }, name)),
  consolePage: async ({ gateway, operator, context, page }, use) => {
    await context.addInitScript(reportLostFocus)
    await enterConsole(context, gateway, operator)
    await use(page)
  },
})

export { expect } from '../fixtures.ts'
