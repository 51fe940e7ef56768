/** Flows, their nodes and messages, and Ory Hydra's requests, as the wire has them. */
export { continueWithActions, type ContinueWith } from '../continue-with.ts'
export {
  flowKinds,
  type Flow,
  type FlowByKind,
  type FlowError,
  type FlowKind,
  type FlowType,
  type LoginFlow,
  type LogoutFlow,
  type RecoveryFlow,
  type RegistrationFlow,
  type SettingsFlow,
  type SubmitResultByKind,
  type SuccessfulLogin,
  type TestLoginContext,
  type VerificationFlow,
} from '../flow.ts'
export { messageCatalogue, type MessageId } from '../message-catalogue.ts'
export type { Message, MessageContext } from '../messages.ts'
export {
  isInputNode,
  nodeGroups,
  type AnchorAttributes,
  type DivisionAttributes,
  type ImageAttributes,
  type InputAttributes,
  type InputNode,
  type InputType,
  type NodeAttributes,
  type NodeGroup,
  type ScriptAttributes,
  type TextAttributes,
  type UiNode,
} from '../node.ts'
export type { OAuth2Client, OAuth2Consent, OAuth2ConsentRequest, OAuth2LogoutRequest } from '../oauth2.ts'
