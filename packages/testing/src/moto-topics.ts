import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Moto } from './moto-process.ts'

const region = 'eu-central-1'
/** The account id that owns everything at moto. */
const account = '123456789012'

/** An event as a queue got it from its topic. */
export interface TopicMessage {
  readonly event: { readonly id: string; readonly type: string; readonly sequence: number }
  readonly attributes: unknown
  /** The message group, in a topic that keeps an order. */
  readonly group: string | undefined
  /** ARN of the topic. */
  readonly sender: unknown
}

/** A topic, and the queue that gets its messages. */
export interface Topic {
  readonly arn: string
  /** Takes the messages out of the queue. */
  readonly receive: () => Promise<readonly TopicMessage[]>
}

/** Topics of SNS at moto, each with a queue of SQS that is subscribed to it. */
export function motoTopics({ url: endpoint }: Moto) {
  const credentials = { accessKeyId: 'somebody', secretAccessKey: 'else' }
  const sns = new SNSClient({ region, endpoint, credentials })
  const sqs = new SQSClient({ region, endpoint, credentials })
  const arnOf = (name: string, service = 'sns') => `arn:aws:${service}:${region}:${account}:${name}`

  async function receive(QueueUrl: string | undefined): Promise<readonly TopicMessage[]> {
    const taken: TopicMessage[] = []
    for (;;) {
      const question = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const] }
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(question))
      if (Messages.length === 0) return taken
      for (const { Body = '', Attributes, ReceiptHandle } of Messages) {
        const notice = JSON.parse(Body)
        taken.push({
          event: JSON.parse(notice.Message),
          attributes: notice.MessageAttributes,
          group: Attributes?.MessageGroupId,
          sender: notice.TopicArn,
        })
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      }
    }
  }

  return {
    /** Returns the ARN of a topic of this name, whether or not the topic exists. */
    arnOf: (name: string): string => arnOf(name),
    /** Creates a topic; a name that ends with `.fifo` makes one that keeps an order. */
    make: async (name: string): Promise<Topic> => {
      const isFifo = name.endsWith('.fifo')
      const { TopicArn: arn = '' } = await sns.send(
        new CreateTopicCommand({ Name: name, ...(isFifo && { Attributes: { FifoTopic: 'true' } }) }),
      )
      const { QueueUrl } = await sqs.send(
        new CreateQueueCommand({ QueueName: name, ...(isFifo && { Attributes: { FifoQueue: 'true' } }) }),
      )
      const subscription = { TopicArn: arn, Protocol: 'sqs', Endpoint: arnOf(name, 'sqs') }
      await sns.send(new SubscribeCommand(subscription))
      return { arn, receive: () => receive(QueueUrl) }
    },
  }
}
