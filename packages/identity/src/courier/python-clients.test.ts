import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { oryClients, startServerHere } from '@gatehouse/testing/processes'
import { describe, expect, onTestFinished, test } from 'vitest'

import { haveSentEveryKind } from './typed-clients.fixture.ts'

const missing = await oryClients.missing()

test.runIf(process.env['CI'] === 'true')('the Python clients are installed', () => expect(missing).toBeUndefined())

const program = (client: string) => `
import json, sys, ${client}
with ${client}.ApiClient(${client}.Configuration(host=sys.argv[1])) as connection:
    api = ${client}.CourierApi(connection)
    listed = api.list_courier_messages()
    print(json.dumps([[api.get_courier_message(str(one.id)).template_type, one.additional_properties.get('template_name')] for one in listed]))
`

describe.skipIf(missing !== undefined)('a client for Python', () => {
  test.each(['ory_kratos_client', 'ory_client'])(
    '%s reads every message of an installation that has sent every kind @typed-messages-2',
    { timeout: 60_000 },
    async (client) => {
      const { harness, names } = await haveSentEveryKind()
      onTestFinished(() => harness.stop())
      const { url, close } = await startServerHere((request, answer) => {
        void harness.admin('GET', String(request.url).replace(/^\/admin/, '')).then(({ status, body }) => {
          answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        })
      })
      onTestFinished(close)
      const python = join(await oryClients.path(), 'bin/python3')
      const { stdout } = await promisify(execFile)(python, ['-c', program(client), url])
      const read: readonly (readonly [type: string, name: string | null])[] = JSON.parse(stdout)
      expect(read.map(([type, name]) => name ?? type).toSorted()).toEqual(names.toSorted())
    },
  )
})
