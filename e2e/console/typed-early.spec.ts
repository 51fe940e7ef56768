import { typeBeforeScript } from '../unhappy/typed-early.ts'
import { inhabitOnce, pathsOf } from './every-page.ts'
import { expect, test } from './fixtures.ts'

// The browser complains of the scripts that the harness itself puts into every frame; pages there have no script.
test.beforeEach(({ complaints }) =>
  complaints.expect(/Blocked script execution in|the server responded with a status of/),
)

/** Tells whether a page is of the branding, whose previews only script chooses. */
const isBranding = (path: string) => /\/branding(?:\?|$)/.test(path)

for (const group of ['workspace', 'people', 'happenings', 'project'] as const) {
  test(`text that is typed before script arrives is kept: ${group} @typed-early-1`, async ({
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
