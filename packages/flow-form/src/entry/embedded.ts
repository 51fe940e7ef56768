/** A form within an application at another host. */
export { useEmbeddedFlow, type EmbeddedFlow, type EmbeddedKind } from '../use-embedded-flow.tsx'
