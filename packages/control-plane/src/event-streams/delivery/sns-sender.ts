import type { SNSClient } from '@aws-sdk/client-sns'

import { GuardedHttpsAgent, type Resolve } from '@gatehouse/platform/outbound'

import type { EventStream } from '../store.ts'
import { faultOf, timeoutMs, type Attempt, type Parcel, type Sender } from './sender.ts'

type SnsStream = EventStream & { readonly destination: Extract<EventStream['destination'], { type: 'sns' }> }

/** The endpoint of SNS and STS, other than AWS itself. `resolve` replaces the system's resolver. */
export interface SnsSenderOptions {
  readonly endpoint?: string
  readonly resolve?: Resolve | undefined
}

/**
 * Publishes events to a topic, in the role that the stream names. To assume that role this process needs credentials,
 * which the AWS SDK finds. The external id is the project's: a role that trusts this installation for one project
 * cannot be used by another.
 */
export function createSnsSender({ endpoint, resolve }: SnsSenderOptions): Sender {
  const httpsAgent = new GuardedHttpsAgent({ purpose: 'event_topic', reach: 'public', resolve, keepAlive: true })
  const clients = new Map<string, Promise<SNSClient>>()

  async function connect({ projectId, destination }: SnsStream, region: string): Promise<SNSClient> {
    // Loaded with the first stream: most installations have none.
    const [{ SNSClient: Client }, { fromTemporaryCredentials }] = await Promise.all([
      import('@aws-sdk/client-sns'),
      import('@aws-sdk/credential-providers'),
    ])
    // AWS itself is reached through the guard; an endpoint of the operator may be anywhere.
    const client = {
      region,
      ...(endpoint === undefined ? { requestHandler: { httpsAgent } } : { endpoint }),
    }
    const params = { RoleArn: destination.roleArn, RoleSessionName: 'gatehouse-events', ExternalId: projectId }
    return new Client({
      ...client,
      maxAttempts: 1,
      credentials: takingOn(fromTemporaryCredentials({ params, clientConfig: client })),
    })
  }

  function clientFor(stream: SnsStream): Promise<SNSClient> {
    const region = stream.destination.topicArn.split(':')[3] ?? ''
    const key = `${stream.projectId} ${stream.destination.roleArn} ${region}`
    const known = clients.get(key) ?? connect(stream, region)
    clients.set(key, known)
    return known
  }

  async function publish(stream: SnsStream, delivery: Parcel, signal: AbortSignal): Promise<Attempt> {
    const { PublishCommand } = await import('@aws-sdk/client-sns')
    const { topicArn } = stream.destination
    const client = await clientFor(stream)
    const answer = await client.send(
      new PublishCommand({
        TopicArn: topicArn,
        Message: delivery.body,
        MessageAttributes: {
          id: { DataType: 'String', StringValue: delivery.eventId },
          type: { DataType: 'String', StringValue: delivery.eventType },
          project_id: { DataType: 'String', StringValue: stream.projectId },
        },
        // Only FIFO topics keep an order, and drop duplicates for a few minutes.
        ...(topicArn.endsWith('.fifo') && {
          MessageGroupId: delivery.lane,
          MessageDeduplicationId: delivery.eventId,
        }),
      }),
      { abortSignal: signal },
    )
    return { kind: 'delivered', status: answer.$metadata.httpStatusCode }
  }

  return {
    send: async (stream, delivery, signal) => {
      if (!isSns(stream)) throw new TypeError('this sender is for streams of type sns')
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await publish(stream, delivery, limited)
      } catch (error) {
        return { kind: 'failed', status: statusOf(error), fault: whyOf(error, limited) }
      }
    },
    close: () => {
      for (const client of clients.values())
        void client.then(
          (one) => one.destroy(),
          () => undefined,
        )
      clients.clear()
      httpsAgent.destroy()
    },
  }
}

/** The role of a stream could not be assumed; `cause` has the reason. */
class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

/** Distinguishes failures of the role from failures of the topic. */
function takingOn<Identity>(provide: (options?: object) => Promise<Identity>): (options?: object) => Promise<Identity> {
  return (options) =>
    provide(options).catch((cause: unknown) => {
      throw new RoleRefused('the role could not be taken on', { cause })
    })
}

function whyOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return faultOf(error, signal)
  if (!(error instanceof RoleRefused)) return `the topic did not take it: ${reasonOf(error, signal)}`
  const { cause } = error
  const isPoor = cause instanceof Error && cause.name === 'CredentialsProviderError'
  if (!isPoor) return `the role could not be taken on: ${reasonOf(cause, signal)}`
  return 'this process has no AWS credentials to take the role on with; give it some in its environment, a profile or the instance'
}

/** TABLE: the errors of SNS and STS, in words for the project's developers. */
const refusals: Readonly<Record<string, string>> = {
  NotFound: 'it does not exist',
  AuthorizationError: 'the role may not publish to it',
  AccessDenied: 'access was denied',
  EndpointDisabled: 'its endpoint is disabled',
  InvalidParameter: 'a parameter was refused',
  InvalidParameterValue: 'a parameter was refused',
  Throttling: 'there were too many calls',
  Throttled: 'there were too many calls',
  RegionDisabled: 'its region is not enabled for the account',
  ExpiredToken: 'the credentials have expired',
  InvalidClientTokenId: 'the credentials are not known',
  UnrecognizedClient: 'the credentials are not known',
  SignatureDoesNotMatch: 'the credentials are not right',
}

/** Returns a sentence of the table, or one of the reasons of every connection: never the service's own text. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  const name = error instanceof Error ? error.name.replace(/Exception$/, '') : ''
  if (Object.hasOwn(refusals, name)) return refusals[name] ?? ''
  const status = statusOf(error)
  return status === undefined ? faultOf(error, signal) : `it answered ${status}`
}

function isSns(stream: EventStream): stream is SnsStream {
  return stream.destination.type === 'sns'
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof RoleRefused) return statusOf(error.cause)
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
