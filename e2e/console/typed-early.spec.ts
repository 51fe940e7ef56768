import { typeBeforeScript } from '../unhappy/typed-early.ts'
import { inhabitOnce, pathsOf } from './every-page.ts'
import { expect, test } from './fixtures.ts'

// The browser says so of what the harness itself puts into every frame; pages there have no script.
test.beforeEach(({ complaints }) =>
  complaints.expect(/Blocked script execution in|the server responded with a status of/),
)

/** What its previews show is chosen by script alone. */
const isBranding = (path: string) => /\/branding(?:\?|$)/.test(path)

for (const group of ['workspace', 'people', 'happenings', 'project'] as const) {
  test(`what is typed before script has come is kept: ${group} @typed-early-1`, async ({
    consolePage,
    gateway,
    control,
    newProject,
  }) => {
    test.setTimeout(240_000)
    let fields = 0
    const paths = pathsOf(group, await inhabitOnce(gateway, control, newProject))
    for (const path of paths.filter((one) => !isBranding(one))) {
      fields += await test.step(path, () => typeBeforeScript(consolePage, `${gateway.consoleOrigin}${path}`))
    }
    expect(fields).toBeGreaterThan(5)
  })
}
