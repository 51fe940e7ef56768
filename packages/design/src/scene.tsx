/** The gatehouse at the end of the road, drawn from tokens: day in light, night in dark. Decoration. */
export function Scene() {
  return (
    <svg viewBox="0 0 800 1000" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <linearGradient id="sky" x2="0" y2="1">
        <stop stopColor="var(--sky)" />
        <stop offset="1" stopColor="var(--sky-low)" />
      </linearGradient>
      <path fill="url(#sky)" d="M0 0h800v1000H0z" />
      <path
        stroke="var(--stars)"
        strokeWidth="5"
        strokeLinecap="round"
        d="M96 190h0m128-86h0m-60 250h0m210-180h0m96-96h0m190 60h0m-70 300h0M60 470h0"
      />
      <circle cx="610" cy="250" r="78" fill="var(--sun)" />
      <path fill="var(--hill-far)" d="M0 700q170-120 360-40t440-90v430H0z" />
      <path fill="var(--hill)" d="M0 820q200-110 420-50t380-60v290H0z" />
      <path
        fill="var(--wall)"
        d="M130 1000V430h36v-34h32v34h32v-34h32v34h36v90a150 150 0 0 1 204 0v-90h36v-34h32v34h32v-34h32v34h36v570z"
      />
      <path fill="var(--wall-deep)" d="M230 1000V670a170 170 0 0 1 340 0v330z" />
      <path fill="var(--light-deep)" d="M280 1000V680a120 120 0 0 1 240 0v320z" />
      <path fill="var(--light)" d="M400 560a120 120 0 0 1 120 120v320H400z" />
      <path fill="var(--light)" d="M190 560v-44a24 24 0 0 1 48 0v44zm372 0v-44a24 24 0 0 1 48 0v44z" />
      <path fill="var(--wall-deep)" d="M0 1000q400-80 800 0z" />
    </svg>
  )
}
