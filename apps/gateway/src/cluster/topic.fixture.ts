import { text } from 'node:stream/consumers'
import { startServerHere } from '@gatehouse/testing/processes'

/** An event as a topic got it. */
export interface Published {
  readonly id: string
  readonly source: string
  readonly sequence: number
  readonly identity_id: string | null
}

/**
 * Starts SNS and STS by their protocol on this machine: outside development mode streams can reach no other local
 * address. `published` contains each message that arrives, whether or not the publisher gets the answer.
 */
export async function startTopic() {
  const published: Published[] = []
  const { url, close } = await startServerHere((request, response) => {
    void text(request).then((body) => {
      const fields = new URLSearchParams(body)
      if (fields.get('Action') === 'Publish') published.push(JSON.parse(fields.get('Message') ?? ''))
      response.writeHead(200, { 'content-type': 'text/xml' })
      response.end(fields.get('Action') === 'Publish' ? taken(published.length) : roleTakenOn)
    })
  })
  return {
    published,
    /** A stream to it. */
    stream: {
      type: 'sns',
      topic_arn: 'arn:aws:sns:eu-central-1:123456789012:events',
      role_arn: 'arn:aws:iam::123456789012:role/event-publisher',
    },
    /** The environment of a gateway that publishes there. */
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
    },
    close,
  }
}

const taken = (number: number) =>
  `<PublishResponse><PublishResult><MessageId>${number}</MessageId></PublishResult></PublishResponse>`

const roleTakenOn =
  '<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>example</SecretAccessKey>' +
  '<SessionToken>example</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>'
