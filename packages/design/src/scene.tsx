import { Sky } from './sky.tsx'

/** The gate at the end of the road, drawn from tokens: day in light, night in dark. Decoration. */
export function Scene() {
  return (
    <svg viewBox="0 0 800 1000" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <Sky x={612} y={330} r={76} />
      <path fill="var(--hill-far)" d="M0 690q170-110 360-40t440-90v440H0z" />
      <path fill="var(--hill)" d="M0 800q200-90 420-40t380-60v300H0z" />
      <path fill="var(--wall)" d="M130 1000V580a270 270 0 0 1 540 0v420z" />
      <path fill="var(--wall-deep)" d="M196 1000V584a204 204 0 0 1 408 0v416z" />
      <path
        fill="var(--ground)"
        d="M70 960q-34-90 0-250 34 160 0 250m660-20q-40-110 0-300 40 190 0 300M0 944q400-36 800 0v56H0z"
      />
      <path fill="var(--light)" d="m196 1000 66-73V588a138 138 0 0 1 276 0v339l66 73z" />
      <path fill="var(--light-deep)" d="m196 1000 66-73V588a138 138 0 0 1 138-138v550z" />
    </svg>
  )
}
