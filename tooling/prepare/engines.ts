import { hydraProgram, kratosProgram } from '@gatehouse/testing/processes'

// One after the other: each uses every core, and most of what the second one is made of is there by then.
for (const program of [hydraProgram, kratosProgram]) {
  if ((await program.missing()) === undefined) await program.path()
}
