/** The party that configures a connection's target. */
type DecidedBy = 'project' | 'operator'

interface OutboundConnection {
  readonly decidedBy: DecidedBy
  /** Whether calls carry the trace: those to services that are part of the installation, or work for it. */
  readonly carriesTrace: boolean
  /** The configuration that names the address. */
  readonly named: string
}

/**
 * TABLE: every kind of connection that identity service, control plane and proxy open. A client of this folder cannot
 * be created without naming its row. Connections that a project configures are guarded in production; those that only
 * the operator configures may reach private networks.
 */
// prettier-ignore
export const outboundConnections = {
  web_hook:         { decidedBy: 'project',  carriesTrace: true,  named: 'selfservice.flows.*.after.hooks (web_hook)' },
  http_courier:     { decidedBy: 'project',  carriesTrace: true,  named: 'courier.channels, courier.http' },
  mail_server:      { decidedBy: 'project',  carriesTrace: false, named: 'courier.smtp.connection_uri' },
  flow_services:    { decidedBy: 'project',  carriesTrace: false, named: 'providers of selfservice.methods.oidc, and what their metadata names; haveibeenpwned_host' },
  connection_probe: { decidedBy: 'project',  carriesTrace: false, named: 'an organization’s connection, while it is set up' },
  document:         { decidedBy: 'project',  carriesTrace: false, named: 'identity.schemas.*.url, mapper_url, jwks_url, Jsonnet bodies' },
  event_stream:     { decidedBy: 'project',  carriesTrace: true,  named: 'https_endpoint of an event stream' },
  event_topic:      { decidedBy: 'project',  carriesTrace: false, named: 'topic_arn and role_arn of an event stream' },
  identity_engine:  { decidedBy: 'operator', carriesTrace: true,  named: 'KRATOS_PUBLIC_URL' },
  oauth2_server:    { decidedBy: 'operator', carriesTrace: true,  named: 'oauth2_provider.url; HYDRA_ADMIN_URL' },
} as const satisfies Readonly<Record<string, OutboundConnection>>

/** A row of the table. */
export type OutboundPurpose = keyof typeof outboundConnections
