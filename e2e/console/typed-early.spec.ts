import { typeBeforeScript } from '../unhappy/typed-early.ts'
import { inhabitOnce, pathsOf } from './every-page.ts'
import { expect, test } from './fixtures.ts'

// The browser says so of what the harness itself puts into every frame; pages there have no script.
test.beforeEach(({ complaints }) =>
  complaints.expect(/Blocked script execution in|the server responded with a status of/),
)

// Previews of a project's branding are chosen by script alone.
for (const group of ['workspace', 'people', 'happenings'] as const) {
  test(`what is typed before script has come is kept: ${group} @typed-early-1`, async ({
    consolePage,
    gateway,
    control,
    newProject,
  }) => {
    test.setTimeout(240_000)
    let fields = 0
    for (const path of pathsOf(group, await inhabitOnce(gateway, control, newProject))) {
      fields += await test.step(path, () => typeBeforeScript(consolePage, `${gateway.consoleOrigin}${path}`))
    }
    expect(fields).toBeGreaterThan(5)
  })
}
