/** A city of the demo business. Codes of province and city are GB/T 2260. */
export interface City {
  readonly provinceCode: string
  readonly cityCode: string
  readonly name: string
  /** In serial numbers. */
  readonly short: string
  /** Beginning of its number plates. */
  readonly plate: string
  readonly school: string
  /** The school itself first, then its service points: district and street. */
  readonly sites: readonly (readonly [district: string, address: string])[]
}

export const cities: readonly City[] = [
  {
    provinceCode: '440000',
    cityCode: '440100',
    name: '广州市',
    short: 'GZ',
    plate: '粤A',
    school: '广州云珠驾校',
    sites: [
      ['天河', '天河区中山大道西 238 号'],
      ['番禺', '番禺区市桥大北路 96 号'],
      ['白云', '白云区机场路 1138 号'],
    ],
  },
  {
    provinceCode: '440000',
    cityCode: '440300',
    name: '深圳市',
    short: 'SZ',
    plate: '粤B',
    school: '深圳鹏程驾校',
    sites: [
      ['南山', '南山区桃园路 172 号'],
      ['龙华', '龙华区人民北路 55 号'],
      ['宝安', '宝安区创业一路 310 号'],
    ],
  },
  {
    provinceCode: '330000',
    cityCode: '330100',
    name: '杭州市',
    short: 'HZ',
    plate: '浙A',
    school: '杭州钱塘驾校',
    sites: [
      ['余杭', '余杭区文一西路 1208 号'],
      ['萧山', '萧山区市心中路 466 号'],
      ['拱墅', '拱墅区莫干山路 789 号'],
    ],
  },
  {
    provinceCode: '330000',
    cityCode: '330200',
    name: '宁波市',
    short: 'NB',
    plate: '浙B',
    school: '宁波甬江驾校',
    sites: [
      ['鄞州', '鄞州区宁穿路 1500 号'],
      ['海曙', '海曙区环城西路南段 62 号'],
      ['镇海', '镇海区骆驼街道慈海南路 218 号'],
    ],
  },
  {
    provinceCode: '320000',
    cityCode: '320100',
    name: '南京市',
    short: 'NJ',
    plate: '苏A',
    school: '南京石城驾校',
    sites: [
      ['江宁', '江宁区双龙大道 1680 号'],
      ['栖霞', '栖霞区仙林大道 22 号'],
      ['浦口', '浦口区江浦街道文德路 35 号'],
    ],
  },
  {
    provinceCode: '320000',
    cityCode: '320500',
    name: '苏州市',
    short: 'SU',
    plate: '苏E',
    school: '苏州平江驾校',
    sites: [
      ['吴中', '吴中区东吴北路 88 号'],
      ['相城', '相城区阳澄湖中路 19 号'],
      ['虎丘', '虎丘区长江路 450 号'],
    ],
  },
  {
    provinceCode: '510000',
    cityCode: '510100',
    name: '成都市',
    short: 'CD',
    plate: '川A',
    school: '成都锦程驾校',
    sites: [
      ['武侯', '武侯区武科西一路 10 号'],
      ['龙泉驿', '龙泉驿区驿都中路 337 号'],
      ['双流', '双流区航空港长江路一段 60 号'],
    ],
  },
  {
    provinceCode: '420000',
    cityCode: '420100',
    name: '武汉市',
    short: 'WH',
    plate: '鄂A',
    school: '武汉江城驾校',
    sites: [
      ['洪山', '洪山区雄楚大道 489 号'],
      ['江夏', '江夏区文化大道 118 号'],
      ['汉阳', '汉阳区龙阳大道 76 号'],
    ],
  },
  {
    provinceCode: '430000',
    cityCode: '430100',
    name: '长沙市',
    short: 'CS',
    plate: '湘A',
    school: '长沙星沙驾校',
    sites: [
      ['岳麓', '岳麓区枫林三路 320 号'],
      ['雨花', '雨花区韶山南路 248 号'],
      ['开福', '开福区芙蓉北路 501 号'],
    ],
  },
  {
    provinceCode: '610000',
    cityCode: '610100',
    name: '西安市',
    short: 'XA',
    plate: '陕A',
    school: '西安长安驾校',
    sites: [
      ['雁塔', '雁塔区电子正街 130 号'],
      ['未央', '未央区凤城五路 47 号'],
      ['长安', '长安区西长安街 585 号'],
    ],
  },
  {
    provinceCode: '370000',
    cityCode: '370200',
    name: '青岛市',
    short: 'QD',
    plate: '鲁B',
    school: '青岛琴湾驾校',
    sites: [
      ['崂山', '崂山区深圳路 157 号'],
      ['城阳', '城阳区正阳路 203 号'],
      ['黄岛', '黄岛区长江中路 428 号'],
    ],
  },
  {
    provinceCode: '500000',
    cityCode: '500100',
    name: '重庆市',
    short: 'CQ',
    plate: '渝A',
    school: '重庆山城驾校',
    sites: [
      ['渝北', '渝北区龙山大道 111 号'],
      ['九龙坡', '九龙坡区石杨路 18 号'],
      ['南岸', '南岸区江南大道 29 号'],
    ],
  },
]
