import { describe, expect, test } from 'vitest'

import { engineModule } from '../engine/threads.ts'
import { startEngine } from '../engine/engine.ts'
import { documentedPrograms } from './documented-programs.fixture.ts'
import { createJsonnet, JsonnetCancelled, JsonnetFault } from './jsonnet.ts'

const evaluateJsonnet = createJsonnet()

describe('a program', () => {
  test('gets its values, and gives JSON', async () => {
    const program = 'function(ctx) { sum: ctx.a + std.extVar("b").c, "quoted": "\\"" }'
    expect(await evaluateJsonnet(program, { b: { c: 2 } }, { ctx: { a: 40 } })).toEqual({ sum: 42, quoted: '"' })
  })

  test('cannot be changed by its values @jsonnet-1', async () => {
    const hostile = '"}; error "broken'
    expect(await evaluateJsonnet('std.extVar("v")', { v: { text: hostile, none: undefined } })).toEqual({
      text: hostile,
    })
  })

  test.each([
    ['fails', 'error "no"', 'RUNTIME ERROR: no'],
    ['is none', '{', 'program:1:2 Unexpected'],
    ['has a value that is not there', 'std.extVar("other")', 'Undefined external variable: other'],
    ['is nested too deeply', '['.repeat(400_000), 'too much memory'],
    ['runs in circles', 'local f(x) = f(x); f(1)', 'max stack frames exceeded'],
    ['never ends', 'local f(n) = if n == 0 then 0 else f(n - 1) tailstrict; f(1e12)', 'too long, or too much memory'],
    ['fills the memory', 'std.length(std.join("", std.makeArray(1e9, function(i) "xxxxxxxx")))', 'too much memory'],
    ['gives too much', 'local a = std.repeat("x", 1000); std.repeat(a, 1100)', 'the result is too long'],
  ])('that %s is a fault, and the next one works @jsonnet-2', async (_what, program, reason) => {
    const thrown = await evaluateJsonnet(program, {}).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(JsonnetFault)
    expect(String(thrown)).toContain(reason)
    expect(await evaluateJsonnet('1', {})).toBe(1)
  })

  test('whose result is far too long is answered without reading it @jsonnet-5', async () => {
    const engine = await startEngine(await engineModule())
    const evaluate = (program: string) => engine.evaluate({ program, external: {}, given: {} })
    // Of characters with the most bytes.
    const ofLength = (parts: number) =>
      `local a = std.repeat("<", 1000); local b = std.repeat(a, 100); [b for i in std.range(1, ${parts})]`
    expect(evaluate(ofLength(12))).toEqual({ kind: 'failed', reason: 'the result is too long' })
    expect(evaluate(ofLength(10))).toMatchObject({ kind: 'result' })
  })

  test.each(['importstr "/etc/hostname"', "(import'/etc/x')", 'local a = importbin "/etc/x"; a', '{a:1,b:import"x"}'])(
    'reads no file: %s @jsonnet-3',
    async (program) => {
      await expect(evaluateJsonnet(program, {})).rejects.toThrow('programs read no files')
    },
  )

  test.each(documentedPrograms)(
    'as people write them: $name @jsonnet-4',
    async ({ program, external = {}, given = {}, result }) => {
      expect(await evaluateJsonnet(program, external, given)).toEqual(result)
    },
  )

  test('that says so is cancelled', async () => {
    await expect(evaluateJsonnet("error 'cancel'", {})).rejects.toBeInstanceOf(JsonnetCancelled)
    await expect(evaluateJsonnet("error 'cancelled'", {})).rejects.not.toBeInstanceOf(JsonnetCancelled)
  })

  test('names the line of its fault', async () => {
    const program = "local claims = std.extVar('claims');\n{ email: claims.email }"
    await expect(evaluateJsonnet(program, { claims: {} })).rejects.toThrow(/Field does not exist: email\s+program:2:10/)
  })
})
