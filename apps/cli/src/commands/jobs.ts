import { Command } from 'commander'
import { followJob, lineOf } from '../control-plane/follow-job.ts'
import { done, openProject, type ProjectOptions, withProjectOptions } from '../control-plane/project-access.ts'

interface JobsOptions extends ProjectOptions {
  readonly stop?: true
  readonly report: string
}

/** `gatehouse jobs`: long work at a running control plane: lists it, follows one, or stops one. */
export function jobsCommand(): Command {
  return withProjectOptions(new Command('jobs'))
    .description('list long work on a project’s accounts at a running control plane; follow or stop one')
    .argument('[job]', 'follow this one until it ends')
    .option('--stop', 'stop it after the entries that are under way')
    .option('--report <file>', 'what became of each entry', 'gatehouse-job.report.jsonl')
    .option('--plain-http', 'allow http:// beyond this machine')
    .action(runJobs)
}

async function runJobs(id: string | undefined, options: JobsOptions, command: Command): Promise<void> {
  const access = await openProject(options)
  const { api, project } = access
  if (id === undefined) {
    if (options.stop === true) return command.error('error: --stop needs the id of a job')
    const { jobs } = done(await api.call('listJobs', { params: { project } }))
    console.log(jobs.length === 0 ? 'No jobs.' : jobs.map(lineOf).join('\n'))
    return
  }
  const params = { project, job_id: id }
  await followJob(
    access,
    done(await api.call(options.stop === true ? 'stopJob' : 'getJob', { params })),
    options.report,
  )
}
