import styles from './RoadScene.module.css'

/** A road at dusk through a windscreen, drawn; colours follow the theme in the style sheet. */
export function RoadScene() {
  return (
    <svg
      className={styles.scene}
      viewBox="0 0 960 900"
      preserveAspectRatio="xMidYMax slice"
      role="presentation"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#101c3c" />
          <stop offset=".45" stopColor="#2c3f7c" />
          <stop offset=".75" stopColor="#8b6a9c" />
          <stop offset=".93" stopColor="#ee9a6b" />
          <stop offset="1" stopColor="#ffd09a" />
        </linearGradient>
        <radialGradient id="sun" cx=".5" cy=".5" r=".5">
          <stop offset="0" stopColor="#fff1cf" />
          <stop offset=".18" stopColor="#ffdca0" stopOpacity=".95" />
          <stop offset="1" stopColor="#ff9d5c" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="road" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#6b5874" />
          <stop offset=".25" stopColor="#39405f" />
          <stop offset="1" stopColor="#1a2138" />
        </linearGradient>
        <linearGradient id="dash" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1a2540" />
          <stop offset=".5" stopColor="#0a111f" />
        </linearGradient>
      </defs>
      <path fill="url(#sky)" d="M0 0h960v482H0z" />
      <g fill="#dfe6ff">
        <circle cx="120" cy="110" r="1.600" opacity=".8" />
        <circle cx="232" cy="62" r="1.200" opacity=".6" />
        <circle cx="348" cy="150" r="1.400" opacity=".5" />
        <circle cx="610" cy="84" r="1.600" opacity=".7" />
        <circle cx="742" cy="140" r="1.200" opacity=".5" />
        <circle cx="868" cy="72" r="1.500" opacity=".8" />
      </g>
      <circle cx="560" cy="462" r="240" fill="url(#sun)" />
      <path
        fill="#4d4f86"
        opacity=".75"
        d="M0 436l84-46 92 34 118-76 96 62 74-28 86 54 98-40 92 38 88-62 132 70v44H0z"
      />
      <path
        fill="#2b3157"
        d="M0 462l70-22 60 12 44-16 96 24 70-12 90 18h120l80-16 64 10 90-26 70 16 106-18v60H0z"
      />
      <path fill="#1c2643" d="M0 480h960v420H0z" />
      <path fill="#25304f" d="M0 500l470-20H0zM960 506l-380-26h380z" />
      <path fill="url(#road)" d="M506 480h30l520 420H-190z" />
      <path
        fill="none"
        stroke="#f6d9b8"
        strokeWidth="3"
        opacity=".55"
        d="M503 482-150 870M539 482 1010 870"
      />
      <g fill="#ffe3c0" opacity=".9">
        <path d="M520 486h2l1 8h-4zM518.500 502h5l1.500 14h-8zM516 530h10l3 24h-16zM511 576h20l5 40h-30zM503 648h36l9 66h-54z" />
      </g>
      <g fill="#141d36">
        <path d="M300 470h4v-84h40v-5h-44zM176 506h6V350h62v-7h-68z" />
        <path d="M742 470h-4v-70h-34v-5h38zM856 504h-6V358h-56v-7h62z" />
      </g>
      <g fill="#ffe9b8">
        <path d="M330 386h14v3h-14zM222 350h22v4h-22zM704 400h12v3h-12zM794 358h20v4h-20z" />
      </g>
      <g transform="translate(-25 0)">
        <path
          fill="#0d1428"
          d="M558 510q2-16 12-18h30q10 2 12 18l4 8v22h-10v7h-10v-7h-22v7h-10v-7h-10v-22z"
        />
        <path fill="#ff5b4a" d="M557 523h13v7h-13zM600 523h13v7h-13z" />
        <path fill="#3a4670" d="M565 508q1-10 7-11h26q6 1 7 11z" />
      </g>
      <path className={styles.pillar} d="M0 0h58L0 420zM960 0H902l58 420zM0 0h960v22Q480 52 0 22z" />
      <path
        className={styles.pillar}
        d="M430 30h100q12 0 10 14l-6 34q-2 12-14 12h-80q-12 0-14-12l-6-34q-2-14 10-14z"
      />
      <path fill="#51608f" d="M434 40h92q5 0 4 6l-4 26q-1 7-8 7h-76q-7 0-8-7l-4-26q-1-6 4-6z" />
      <path fill="#8b6a9c" d="M432 62l30-10 26 8 40-8-3 20q-1 7-8 7h-74q-7 0-8-7z" />
      <path fill="url(#dash)" d="M0 742q200-58 480-58t480 58v158H0z" />
      <path fill="none" stroke="#4664b8" strokeWidth="2" opacity=".7" d="M0 742q200-58 480-58t480 58" />
      <path fill="#060b16" d="M138 772q22-66 152-66t152 66z" />
      <g fill="none" strokeLinecap="round">
        <path stroke="#2b4487" strokeWidth="4" d="M184 762a42 42 0 0 1 78-8M318 754a42 42 0 0 1 78 8" />
        <path stroke="#8fb0ff" strokeWidth="4" d="M184 762a42 42 0 0 1 26-30M318 754a42 42 0 0 1 46-20" />
        <path stroke="#ff8b5c" strokeWidth="3" d="M222 764l-10-22M358 766l16-20" />
      </g>
      <path fill="none" stroke="#050912" strokeWidth="34" d="M40 920a250 250 0 0 1 500 0" />
      <path fill="none" stroke="#2a3a66" strokeWidth="3" d="M29 900a262 262 0 0 1 522 0" opacity=".8" />
      <path fill="#050912" d="M214 870q76-40 152 0l14 40H200zM70 880l150 4v26H60zM510 880l-150 4v26h160z" />
      <path
        fill="#0b1426"
        stroke="#33467c"
        strokeWidth="2"
        d="M640 752h236q10 0 12 10l12 78q2 12-10 12H634q-12 0-11-12l7-78q1-10 10-10z"
      />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="3">
        <path stroke="#2c437f" d="M644 836h230M650 800h220" />
        <path stroke="#7ea2ff" d="M652 824l34-14 30 8 34-30 36 16 30-24 42 6" />
      </g>
    </svg>
  )
}
