import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { errorRegime } from './error-regime.ts'
import { printed } from './finding.ts'
import { readModule } from './source-tree.ts'

function objections(path: string, text: string): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-errors-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return errorRegime([readModule(root, path)]).map(printed)
}

const handler = 'packages/identity/src/admin/identity-routes.ts'

test.each([
  ['an error without a row', handler, 'throw new NotAllowed()', 'throws NotAllowed'],
  ['a new class of error', handler, 'class GoneFault extends Error {}', 'adds the error GoneFault'],
  [
    'a refusal thrown in a step of a flow',
    'packages/identity/src/flows/login/steps.ts',
    'throw new RefusalError({ code: 400 })',
    'where refusals are values',
  ],
  [
    'a refusal thrown in a strategy',
    'packages/identity/src/strategies/totp/login.ts',
    'throw new RefusalError({ code: 400 })',
    'where refusals are values',
  ],
  [
    'a refusal that is caught on its way',
    'packages/control-plane/src/keys/operations.ts',
    'export const isRefused = (error: unknown) => error instanceof RefusalError',
    'before the HTTP edge',
  ],
  ['a catch in a file that is not named', handler, 'try { f() } catch { g() }', 'catches errors'],
  ['a handled failure in a file that is not named', handler, 'void f().catch(() => undefined)', 'catches errors'],
  ['a handled failure as the second of two', handler, 'void f().then(g, h)', 'catches errors'],
  [
    'an error of a function that makes one without a row',
    handler,
    'throw gone()\nfunction gone(): GoneFault { return f() }',
    'throws GoneFault',
  ],
  ['an error of a function that says nothing', handler, 'throw gone()', 'does not say its class'],
  [
    'a refusal of a function, in a strategy',
    'packages/identity/src/strategies/totp/login.ts',
    'throw gone()\nfunction gone(): RefusalError { return f() }',
    'where refusals are values',
  ],
])('%s is found', (_, path, text, message) => {
  expect(objections(path, text)).toEqual([expect.stringContaining(message)])
})

test('refusals of handlers, programming errors and named places are fine, and so are tests', () => {
  expect(objections(handler, `throw new RefusalError({ code: 404 })`)).toEqual([])
  expect(objections(handler, 'throw gone()\nfunction gone(): RefusalError { return f() }')).toEqual([])
  expect(objections(handler, `const read = z.string().catch('')`)).toEqual([])
  expect(objections('packages/identity/src/flows/model/transitions.ts', `throw new Error('no transition')`)).toEqual([])
  expect(
    objections(
      'packages/identity/src/http/listener.ts',
      'try { f() } catch (error) { if (error instanceof RefusalError) g() }',
    ),
  ).toEqual([])
  expect(objections('packages/identity/src/flows/a.test.ts', 'try { f() } catch { g() }')).toEqual([])
})
