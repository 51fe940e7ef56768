import { unknownId, type Walks } from './walk.fixture.ts'

/** Event streams: every operation of Ory's client, in the order of the resources' life cycle. */
export const eventWalks: Walks = {
  createEventStream: {
    from: 'developer',
    valid: (client, { projectId }) =>
      client.events.createEventStream({
        projectId,
        createEventStreamBody: {
          type: 'sns',
          topic_arn: 'arn:aws:sns:eu-central-1:123456789012:events',
          role_arn: 'arn:aws:iam::123456789012:role/publisher',
          status: 'paused',
        },
      }),
    answers: { type: 'sns', status: 'paused' },
    missing: ({ owner, projectId }) =>
      owner.events.createEventStream({
        projectId,
        createEventStreamBody: { type: 'https', https_endpoint: 'https://ada:hush@events.example.org/in' },
      }),
    status: 409,
  },
  listEventStreams: {
    from: 'viewer',
    valid: (client, { projectId }) => client.events.listEventStreams({ projectId }),
    answers: { event_streams: [{ https_endpoint: 'https://ada:xxxxx@events.example.org/in' }, { type: 'sns' }] },
    missing: ({ owner }) => owner.events.listEventStreams({ projectId: unknownId }),
  },
  setEventStream: {
    from: 'developer',
    valid: (client, { projectId, streamId }) =>
      client.events.setEventStream({ projectId, eventStreamId: streamId, setEventStreamBody: { status: 'paused' } }),
    answers: { status: 'paused', https_endpoint: 'https://ada:xxxxx@events.example.org/in' },
    missing: ({ owner, projectId, streamId }) =>
      owner.events.setEventStream({
        projectId,
        eventStreamId: streamId,
        setEventStreamBody: { https_endpoint: 'https://ada:xxxxx@events.example.org/in' },
      }),
    status: 400,
  },
  deleteEventStream: {
    from: 'developer',
    valid: (client, { projectId, streamId }) => client.events.deleteEventStream({ projectId, eventStreamId: streamId }),
    answers: undefined,
    missing: ({ owner, projectId, streamId }) => owner.events.deleteEventStream({ projectId, eventStreamId: streamId }),
  },
}
