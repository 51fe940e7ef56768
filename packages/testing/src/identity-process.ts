import { startServiceProcess, type ServiceProcess } from './service-process.ts'

/** A running identity service without pages. */
export interface IdentityProcess extends ServiceProcess {
  readonly publicUrl: string
  readonly adminUrl: string
}

/** The configuration file and the addresses of the service; the `serve` section of the file must name the same URLs. */
export interface IdentityProcessOptions {
  readonly configFile: string
  readonly publicUrl: string
  readonly adminUrl: string
  readonly dev?: boolean
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}

/** Runs `gatehouse identity serve --config FILE` and waits until it is ready. */
export async function startIdentityService(options: IdentityProcessOptions): Promise<IdentityProcess> {
  const { publicUrl, adminUrl } = options
  const service = await startServiceProcess({
    args: [
      'apps/cli/src/main.ts',
      'identity',
      'serve',
      '--config',
      options.configFile,
      ...(options.dev === true ? ['--dev'] : []),
    ],
    environment: options.environment ?? {},
    readyUrl: `${publicUrl.replace(/\/+$/, '')}/health/ready`,
    timeoutMs: options.timeoutMs,
  })
  return { ...service, publicUrl, adminUrl }
}
