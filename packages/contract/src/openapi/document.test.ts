import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'

import { controlPlaneDocument, describedCounts, identityDocument, type OpenApiDocument } from './document.ts'

const operationsIn = ({ paths = {} }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => /^(?:get|post|put|patch|delete)$/.test(key)))

test.each([
  ['control plane', controlPlaneDocument('https://console.example.org'), describedCounts.controlPlane],
  ['identity service', identityDocument('https://example.org', 'http://127.0.0.1:4434'), describedCounts.identity],
])('the document of the %s is valid OpenAPI 3.1, with every operation', async (_, document, count) => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
  expect(operationsIn(document)).toHaveLength(count)
  expect(count).toBeGreaterThanOrEqual(60)
})

test('the document has the validation of requests: parameters, limits, roles', () => {
  const { paths = {}, components } = JSON.parse(JSON.stringify(controlPlaneDocument('https://console.example.org')))
  expect(paths['/workspaces'].get.parameters).toContainEqual(
    expect.objectContaining({ name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000 } }),
  )
  expect(paths['/workspaces'].post).toMatchObject({
    operationId: 'createWorkspace',
    'x-roles': ['owner'],
    'x-audit': 'change',
  })
  expect(paths['/workspaces'].post.requestBody.content['application/json'].schema).toMatchObject({
    required: ['name'],
    additionalProperties: false,
  })
  expect(components.schemas.Workspace.required).toEqual(['id', 'name', 'created_at', 'updated_at'])
})
