import {
  exampleOnFastApi,
  hydraProgram,
  installedPythonProgram,
  kratosProgram,
  pythonProgramIsMissing,
} from '@gatehouse/testing/processes'

// From wheels: it is there before the first compiler has begun.
if ((await pythonProgramIsMissing(exampleOnFastApi)) === undefined) await installedPythonProgram(exampleOnFastApi)

// One after the other: each uses every core, and most of what the second one is made of is there by then.
for (const program of [hydraProgram, kratosProgram]) {
  if ((await program.missing()) === undefined) await program.path()
}
