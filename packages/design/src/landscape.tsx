import { Sky } from './sky.tsx'

/** Hills and a sun in the hue of the brand: a picture that is no mark. Decoration. */
export function Landscape() {
  return (
    <svg viewBox="0 0 800 1000" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <Sky x={560} y={380} r={92} />
      <path fill="var(--hill-far)" d="M0 620q150-120 330-40t470-130v550H0z" />
      <path fill="var(--hill)" d="M0 740q190-110 400-30t400-80v370H0z" />
      <path fill="var(--wall)" d="M0 850q240-120 440-50t360-60v260H0z" />
      <path fill="var(--ground)" d="M0 940q260-80 480-36t320-44v140H0z" />
    </svg>
  )
}
