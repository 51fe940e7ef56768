import { at, base64, named, nested, range, type CostlyConfiguration, type CostlyRequest } from './costly.ts'

const email = {
  type: 'string',
  format: 'email',
  'ory.sh/kratos': { credentials: { password: { identifier: true } } },
}

/** Schemas with such traits. The first one is the default. */
function schemas(count: number, traits: (index: number) => object, more: object = {}): readonly CostlyRequest[] {
  const list = range(count, (index) => {
    const { properties = {}, ...rest }: { properties?: object } = traits(index)
    const own = { type: 'object', ...rest, properties: { email, ...properties } }
    return { id: `s${index}`, url: base64(JSON.stringify({ type: 'object', properties: { traits: own }, ...more })) }
  })
  return at('identity', { default_schema_id: 's0', schemas: list })
}

const property = (schema: object) => ({ properties: { one: schema } })
const strings = (count: number) => ({ properties: named(count, () => ({ type: 'string' })) })
const ring = (count: number) => named(count, (index) => ({ $ref: `#/definitions/p${(index + 1) % count}` }))
const doubling = (count: number) =>
  named(count, (index) => ({
    allOf: [{ $ref: `#/definitions/p${index + 1}` }, { $ref: `#/definitions/p${index + 1}` }],
  }))

/** Identity schemas at their bounds, and beyond them. */
export const costlySchemas = (): readonly CostlyConfiguration[] => [
  { name: 'a schema of 850 keywords', outcome: 'stored', requests: schemas(1, () => strings(415)) },
  { name: '… of 4,000', outcome: 'refused', requests: schemas(1, () => strings(2_000)) },
  { name: '25 schemas of 35 keywords each', outcome: 'stored', requests: schemas(25, () => strings(10)) },
  { name: '… of 400 keywords each', outcome: 'refused', requests: schemas(25, () => strings(200)) },
  { name: '100 schemas', outcome: 'refused', requests: schemas(100, () => strings(5)) },
  {
    name: 'lists of 4,900 objects',
    outcome: 'stored',
    requests: schemas(1, () => ({ properties: named(4, (p) => ({ enum: range(600, (a) => ({ [`a${p}`]: a })) })) })),
  },
  {
    name: 'a list of 20,000 objects',
    outcome: 'refused',
    requests: schemas(1, () => property({ enum: range(20_000, (a) => ({ a })) })),
  },
  {
    name: '100 patterns of a long count',
    outcome: 'stored',
    requests: schemas(1, () => ({
      properties: named(100, (p) => ({ type: 'string', pattern: `^(a{1,9}b{1,9}){1,${5 + (p % 10)}}$` })),
    })),
  },
  {
    name: 'a pattern of 200,000 letters',
    outcome: 'refused',
    requests: schemas(1, () => property({ type: 'string', pattern: '(a|b)'.repeat(40_000) })),
  },
  {
    name: '50 patterns with two classes of Unicode each',
    outcome: 'stored',
    requests: schemas(1, () => ({
      properties: named(50, (p) => ({ type: 'string', pattern: `(?i)^[\\pL\\pN]{1,${p + 1}}$` })),
    })),
  },
  {
    name: '100 patterns with 600 classes each',
    outcome: 'refused',
    requests: schemas(1, () => ({ properties: named(100, () => ({ pattern: `(?i)[${'\\pL'.repeat(600)}]` })) })),
  },
  {
    name: 'a pattern of 280 long counts',
    outcome: 'refused',
    requests: schemas(1, () => property({ pattern: 'x{1000}'.repeat(280) })),
  },
  {
    name: 'a pattern of 180 counts of counts',
    outcome: 'refused',
    requests: schemas(1, () => property({ pattern: '((x{30}){30})'.repeat(150) })),
  },
  {
    name: 'a pattern in 10,000 brackets',
    outcome: 'refused',
    requests: schemas(1, () => property({ pattern: '('.repeat(10_000) + ')'.repeat(10_000) })),
  },
  {
    name: 'a pattern that counts counts',
    outcome: 'refused',
    requests: schemas(1, () => property({ pattern: nested(6, 'a', (one) => `(${String(one)}){1000}`) })),
  },
  {
    name: '190 references in a ring',
    outcome: 'stored',
    requests: schemas(1, () => property({ $ref: '#/definitions/p0' }), { definitions: ring(190) }),
  },
  {
    name: 'references that double 90 times',
    outcome: 'stored',
    requests: schemas(1, () => property({ $ref: '#/definitions/p0' }), { definitions: { ...doubling(90), p90: {} } }),
  },
  {
    name: 'a schema with some of everything',
    outcome: 'stored',
    requests: schemas(
      1,
      () => ({
        properties: {
          ...named(150, () => ({ type: 'string', maxLength: 9 })),
          ...named(45, (p) => ({ pattern: `(?i)^[\\pL\\pN]{1,${p + 1}}$` }), 'm'),
          ...named(4, (p) => ({ enum: range(600, (a) => ({ [`a${p}`]: a })) }), 'e'),
          one: { $ref: '#/definitions/p0' },
        },
      }),
      { definitions: ring(150) },
    ),
  },
  {
    name: '55 levels',
    outcome: 'stored',
    requests: schemas(1, () => property(nested(25, {}, (not) => ({ not })) as object)),
  },
  {
    name: '1,000 levels',
    outcome: 'refused',
    requests: schemas(1, () => property(nested(1_000, {}, (not) => ({ not })) as object)),
  },
  {
    name: 'a list of 900 alternatives',
    outcome: 'stored',
    requests: schemas(1, () => property({ anyOf: range(650, (a) => ({ const: a })) })),
  },
  {
    name: '900 required fields',
    outcome: 'stored',
    requests: schemas(1, () => ({ ...strings(10), dependencies: { p0: range(900, (a) => `p${a}`) } })),
  },
  {
    name: 'a text of 190,000 letters',
    outcome: 'stored',
    requests: schemas(1, () => property({ const: 'a'.repeat(190_000) })),
  },
  {
    name: 'a name of 190,000 letters',
    outcome: 'stored',
    requests: schemas(1, () => ({ properties: { ['a'.repeat(190_000)]: {} } })),
  },
  {
    name: 'a description of 500,000 letters',
    outcome: 'refused',
    requests: schemas(1, () => property({ description: 'a'.repeat(500_000) })),
  },
  {
    name: '50,000 descriptions',
    outcome: 'refused',
    requests: schemas(1, () => property({ examples: range(50_000, (a) => a) })),
  },
]
