import { expect, test } from 'vitest'

import type { Database } from '@gatehouse/platform/database'

import { openControlDatabase } from '../sql/open.ts'
import { createEventStreamStore } from './store.ts'
import type { EventStream } from './store.ts'

const projectId = '5b1f2f0e-7d3f-4c77-9a0d-0b0a8a1f6a01'

function withProject(): Database {
  const database = openControlDatabase(':memory:')
  const workspace = `INSERT INTO workspaces (id, slug, name, access_policy, created_at, updated_at) VALUES ('w', 'w', 'W', 'CHECK_ACCESS_PERMISSION', 1, 1)`
  database.prepare(workspace).run()
  database
    .prepare(`INSERT INTO projects VALUES (?, 'w', 'p', 'P', 'dev', 'global', 'running', 0, 'r', '{}', 1, 1)`)
    .run(projectId)
  return database
}

const https: EventStream = {
  id: 'a',
  projectId,
  status: 'active',
  destination: { type: 'https', httpsEndpoint: 'https://ada:secret@events.example.org/in' },
  createdAt: 1,
  updatedAt: 1,
}

test('streams come back as they were stored, oldest first, and only active ones are delivered to', () => {
  const streams = createEventStreamStore(withProject())
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
  streams.insert(sns)
  streams.insert(https)
  expect(streams.list(projectId)).toEqual([https, sns])
  expect(streams.listActive(projectId)).toEqual([https])
  streams.update({ ...sns, status: 'active', destination: https.destination, updatedAt: 3 })
  expect(streams.find(projectId, 'b')).toEqual({
    ...sns,
    status: 'active',
    destination: https.destination,
    updatedAt: 3,
  })
  expect(streams.find('another project', 'b')).toBeUndefined()
  expect(streams.remove('another project', 'b')).toBe(false)
  expect(streams.remove(projectId, 'b')).toBe(true)
  expect(streams.list(projectId)).toEqual([https])
})

test('streams go with their project', () => {
  const database = withProject()
  const streams = createEventStreamStore(database)
  streams.insert(https)
  database.prepare('DELETE FROM projects').run()
  expect(streams.list(projectId)).toEqual([])
})
