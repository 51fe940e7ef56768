export type { RemoteControlPlane } from '../remote/control-plane.ts'
export type { Operator, OperatorDirectory } from '../members/directory.ts'
export type {
  Applied,
  ConfigTree,
  EffectiveConfig,
  HostedOrganization,
  HostedProject,
  ProjectAddress,
  ProjectAdmin,
  ProjectHost,
} from '../model/project-host.ts'
export type {
  AskedMail,
  BrandingFile,
  BrandingHost,
  CheckedFile,
  InspectedBranding,
  TestMail,
  View,
} from '../model/branding-host.ts'
export { createControlPlane, type ControlPlane } from '../service.ts'
export type { FirstKey } from '../first-start.ts'
