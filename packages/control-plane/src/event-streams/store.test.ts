import { expect, test } from 'vitest'

import type { Database } from '@gatehouse/platform/database'

import { addProjects } from '../sql/project-rows.fixture.ts'
import { openTested } from '../sql/tested-database.fixture.ts'
import { createEventStreamStore, type EventStream } from './store.ts'

const projectId = '5b1f2f0e-7d3f-4c77-9a0d-0b0a8a1f6a01'

async function withProject(): Promise<Database> {
  const database = openTested(':memory:')
  await addProjects(database, [projectId])
  return database
}

const https: EventStream = {
  id: 'a',
  projectId,
  name: 'Billing',
  status: 'active',
  destination: { type: 'https', httpsEndpoint: 'https://ada:secret@events.example.org/in' },
  createdAt: 1,
  updatedAt: 1,
}

test('streams are read as they were stored, oldest first, and only active ones are delivered to', async () => {
  const streams = createEventStreamStore(await withProject())
  const sns: EventStream = {
    ...https,
    id: 'b',
    status: 'paused',
    destination: {
      type: 'sns',
      topicArn: 'arn:aws:sns:eu-central-1:123456789012:topic',
      roleArn: 'arn:aws:iam::123456789012:role/publisher',
    },
    createdAt: 2,
  }
  await streams.insert(sns)
  await streams.insert(https)
  expect(await streams.list(projectId)).toEqual([https, sns])
  expect(await streams.listActive(projectId)).toEqual([https])
  await streams.update({ ...sns, name: 'Mail', status: 'active', destination: https.destination, updatedAt: 3 })
  expect(await streams.find(projectId, 'b')).toEqual({
    ...sns,
    name: 'Mail',
    status: 'active',
    destination: https.destination,
    updatedAt: 3,
  })
  expect(await streams.find('another project', 'b')).toBeUndefined()
  expect(await streams.remove('another project', 'b')).toBe(false)
  expect(await streams.remove(projectId, 'b')).toBe(true)
  expect(await streams.list(projectId)).toEqual([https])
})

test('streams go with their project', async () => {
  const database = await withProject()
  const streams = createEventStreamStore(database)
  await streams.insert(https)
  await database.write(() => database.prepare('DELETE FROM projects').run())
  expect(await streams.list(projectId)).toEqual([])
})
