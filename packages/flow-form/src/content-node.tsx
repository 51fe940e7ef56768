import type {
  AnchorAttributes,
  DivisionAttributes,
  ImageAttributes,
  TextAttributes,
  UiNode,
} from '@gatehouse/contract/flows'
import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import classes from './content-node.module.css'
import type { FlowFormLabels } from './labels.ts'
import { labelOf, testIdOf, textOf } from './node-facts.ts'
import { secretsOf } from './secrets.ts'

/** `idPrefix` keeps ids apart if a page has more than one flow. */
export interface ContentNodeProps {
  readonly node: UiNode
  readonly labels: FlowFormLabels
  readonly idPrefix?: string | undefined
}

interface Drawn<A> {
  readonly node: UiNode
  readonly attributes: A
  /** With the prefix of the form. */
  readonly id: string
}

/** A node that is only looked at. One of an unknown type says so: a gap would mislead. */
export function ContentNode({ node, labels, idPrefix = '' }: ContentNodeProps) {
  const { attributes } = node
  const id = 'id' in attributes ? `${idPrefix}${attributes.id}` : ''
  switch (attributes.node_type) {
    case 'img':
      return <Picture node={node} attributes={attributes} id={id} />
    case 'text':
      return <Words node={node} attributes={attributes} id={id} labels={labels} />
    case 'a':
      return <Anchor node={node} attributes={attributes} id={id} />
    case 'div':
      return <Division node={node} attributes={attributes} id={id} />
    case 'input':
    case 'script':
      return null
    default:
      return <Unknown node={attributes satisfies never} labels={labels} />
  }
}

function Picture({ node, attributes, id }: Drawn<ImageAttributes>) {
  return (
    <figure className={classes.picture} data-testid={testIdOf(node)}>
      <img
        data-testid={`node/image/${attributes.id}`}
        id={id}
        src={attributes.src}
        width={attributes.width}
        height={attributes.height}
        alt={labelOf(node)}
      />
      <NodeMessages node={node} />
    </figure>
  )
}

/** A key in base32, which people type. */
const keyPattern = /^[A-Z2-7]{16,}=*$/

/** In groups of four for legibility; the copied text has no spaces. */
function inFours(key: string): ReactNode {
  return (key.match(/.{1,4}/g) ?? []).map((four, index) => <span key={index}>{four}</span>)
}

function Words({ node, attributes, id, labels }: Drawn<TextAttributes> & { readonly labels: FlowFormLabels }) {
  const { text } = attributes
  const secrets = secretsOf(text)
  const labelId = `${id}-label`
  return (
    <div className={classes.words} data-testid={testIdOf(node)} id={id}>
      {node.meta.label && (
        <p id={labelId} data-testid={`node/text/${attributes.id}/label`}>
          {node.meta.label.text}
        </p>
      )}
      {secrets ? (
        <ul
          className={classes.secrets}
          aria-labelledby={node.meta.label && labelId}
          data-testid={`node/text/${attributes.id}/text`}
        >
          {secrets.map((secret, index) => (
            <li
              key={index}
              data-testid={`node/text/${attributes.id}/lookup_secret`}
              data-used={secret.used || undefined}
            >
              {secret.used ? secret.text || labels.codeUsed : <code dir="ltr">{secret.text}</code>}
            </li>
          ))}
        </ul>
      ) : (
        <div className={classes.secret} dir="ltr" data-testid={`node/text/${attributes.id}/text`}>
          <code>{keyPattern.test(text.text) ? inFours(text.text) : text.text}</code>
        </div>
      )}
      <NodeMessages node={node} />
    </div>
  )
}

function Anchor({ node, attributes, id }: Drawn<AnchorAttributes>) {
  return (
    <div data-testid={testIdOf(node)}>
      <ButtonLink id={id} href={attributes.href} variant="primary" data-testid={`node/anchor/${attributes.id}`}>
        {attributes.title.text}
      </ButtonLink>
      <NodeMessages node={node} />
    </div>
  )
}

function Division({ node, attributes, id }: Drawn<DivisionAttributes>) {
  const data = Object.entries(attributes.data ?? {}).map(([key, value]) => [`data-${key}`, value])
  return (
    <div data-testid={testIdOf(node)}>
      <div id={id} className={attributes.class} {...Object.fromEntries(data)} />
      <NodeMessages node={node} />
    </div>
  )
}

function Unknown({ node, labels }: { node: unknown; labels: FlowFormLabels }) {
  const type = typeof node === 'object' && node ? textOf(Reflect.get(node, 'node_type')) : ''
  return (
    <div data-testid={`node/${type || 'unknown'}`}>
      <Alert kind="info">{labels.unsupported}</Alert>
    </div>
  )
}

/** The service's messages about a node. */
export function NodeMessages({ node }: { readonly node: UiNode }) {
  return node.messages.map((message, index) => (
    <p key={index} className={classes.message} data-kind={message.type} data-testid={`ui/message/${message.id}`}>
      {message.text}
    </p>
  ))
}
