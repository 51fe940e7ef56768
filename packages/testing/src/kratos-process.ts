import { programEnvironment } from './go-database.ts'
import { kratosProgram } from './engines.ts'
import type { GoProgram } from './go-program.ts'
import type { IdentityProcess } from './identity-process.ts'
import { startServiceProcess, type ServiceProcess } from './service-process.ts'

/** The configuration file and the addresses of Kratos; the `serve` section of the file must name the same URLs. */
export interface KratosDeployment {
  readonly configFile: string
  readonly publicUrl: string
  readonly adminUrl: string
  /** Another Ory Kratos than the one that is built. */
  readonly program?: Pick<GoProgram, 'path'>
  /** Milliseconds until a start counts as failed (30,000). */
  readonly timeoutMs?: number
}

/**
 * Starts Ory Kratos 1.3.1 and its courier, and waits until it is ready. The courier is a separate process: within one
 * process Kratos guards SQLite by an additional lock, and if the courier and a request take the two locks in different
 * orders, both wait until SQLite gives up ("database is locked", after ten seconds).
 */
export async function startKratos({
  configFile,
  publicUrl,
  adminUrl,
  timeoutMs,
  program: chosen = kratosProgram,
}: KratosDeployment): Promise<IdentityProcess> {
  const program = await chosen.path()
  const given = {
    program,
    environment: { ...withoutOwnEnvironment(), ...programEnvironment() },
    timeoutMs: timeoutMs ?? 30_000,
  }
  const service = await startServiceProcess({
    ...given,
    args: ['serve', '-c', configFile, '--sqa-opt-out'],
    readyUrl: `${adminUrl}/admin/health/ready`,
  })
  // It listens nowhere, so it cannot be asked whether it is ready: messages wait until it is.
  const courier = await startServiceProcess({ ...given, args: ['courier', 'watch', '-c', configFile] })
  return { ...together(service, courier), publicUrl, adminUrl }
}

/** Joins the service and its courier, which end together. */
function together(service: ServiceProcess, courier: ServiceProcess): ServiceProcess {
  return {
    pid: service.pid,
    logs: () => service.logs() + courier.logs(),
    stop: async (graceMs) => (await Promise.all([service.stop(graceMs), courier.stop(graceMs)]))[0],
    kill: async () => {
      await Promise.all([service.kill(), courier.kill()])
    },
  }
}

/**
 * Unsets all variables of this process: Kratos takes each one that is named like one of its settings for that setting.
 */
function withoutOwnEnvironment(): Readonly<Record<string, undefined>> {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))
}
