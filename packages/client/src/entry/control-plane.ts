/** Every call of a control plane. */
export {
  createControlPlaneApi,
  type CallArguments,
  type Called,
  type CallResult,
  type ControlPlaneApi,
  type Paging,
  type Refused,
  type Upload,
} from '../control-plane-api.ts'
export { createControlPlaneClient } from '../control-plane-client.ts'
