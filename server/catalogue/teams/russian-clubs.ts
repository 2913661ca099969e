import { clubTable } from "@/server/catalogue/teams/club-table";

/** Clubs of Russia's Premier League in recent seasons, and of the first league. */
export const russianClubs = clubTable(
  `
Akhmat Grozny | Akhmat, FC Akhmat Grozny, RFK Akhmat Grozny, Terek Grozny, Akhmat Grozni, Grozny, FC Akhmat, FK
  Akhmat, Achmat Grosny, FK Akhmat Grozny, RFC Akhmat Grozny, RFC Akhmat, RFK Akhmat, Ahmat Grozny, Akhmat G., FC
  Terek Grozny, Terek, Ахмат, Republican FC Akhmat | AKH
Alania Vladikavkaz | Alania, Alaniya Vladikavkaz, Spartak Vladikavkaz
Amkar Perm | Amkar, FC Amkar Perm
Anzhi Makhachkala | FK Anzi Makhackala, Anzhi
Arsenal Tula | FC Arsenal Tula, A. Tula, Tula, FK Arsenal Tula, Ars. Tula, PFC Arsenal Tula
Baltika Kaliningrad | Baltika, FC Baltika, FC Baltika Kaliningrad, Kaliningrad, FK Baltika, FK Baltika Kaliningrad,
  Балтика | BAL
Chelyabinsk | FC Chelyabinsk
Chernomorets Novorossiysk | Chernomorets, Ch. Novorossijsk, Novorossiysk, Chernomorets Nov.
CSKA Moscow | CSKA Moskva, PFC CSKA Moscow, PFC CSKA, PFK CSKA Moskva, CSKA Moskau, CSKA M., ZSKA Moskau, PFC CSKA
  Moskva, PFK CSKA, PFK CSKA Moscow, CSKA Mosca, FC CSKA Moscow, CSKA Moscou, TsSKA Moscow, CSKA Moscow FC, ЦСКА, ЦСКА
  Москва | CSK
Dynamo Moscow | Dinamo Moscow, FC Dynamo Moscow, Dynamo Moskva, Din Moscow, Dinamo Moskva, FK Dinamo Moskva, Dynamo
  Moskau, Dyn. Moscow, FC Dinamo Moscow, Dinamo M., Dynamo M., FC Dynamo Moskva, Dinamo Moskau, FK Dynamo Moscow, FC
  Dinamo Moskva, Dynamo Moscou, Dinamo Mosca, Динамо Москва | DMO, DYM
Fakel Voronezh | Fakel, FC Fakel, FC Fakel Voronezh, Voronezh, FK Fakel, Fakel Woronesch, FK Fakel Voronezh, Факел |
  FAK
FC Akron Tolyatti | Akron, Akron Togliatti, Akron Tolyatti, FC Akron, FK Akron, Akron Togliatti FC, FC Akron
  Togliatti, Akron Toljatti, FK Akron Togliatti, FK Akron Tolyatti, Акрон, Akron Tolyati | AKR
FC Dynamo Makhachkala | Makhachkala, Dynamo Makhachkala, Dinamo Makhachkala, Din. Makhachkala, FC Dinamo Makhachkala,
  Dinamo Mahachkala, FK Dinamo Makhachkala, Dynamo Makh., Dinamo Makh., Dyn. Makhachkala, Dinamo Machatschkala, Dynamo
  Makhachkala FC, Динамо Махачкала, Dynamo Mk | DMA, MAK
FC Krasnodar | Krasnodar, FK Krasnodar, Krasnodar FC, Краснодар | KRA
FC Orenburg | Orenburg, FK Orenburg, Gazovik Orenburg, FC Gazovik Orenburg, Orenburg FC, Оренбург | ORE
FC Rostov | FK Rostow, Rostov, FK Rostov, Rostov-on-Don, FC Rostov-on-Don, Rostov FC, Rostov na Donu, Rostow, FK
  Rostov-on-Don, Ростов | ROS
FC Sochi | Sochi, FK Sochi, PFC Sochi, PFK Sochi, Sotschi, Sochi FC, FC Sotschi, PFC Sotschi, Сочи | SOC
FC Zenit Saint Petersburg | Zenit Petersb., Zenit St. Petersb., Zenit, Zenit St Petersburg, Zenit Saint Petersburg, FC
  Zenit, FK Zenit, Zenit Petersburg, Zenit St Pete, Zenit St. P., Zenit Sankt Petersburg, FK Zenit Saint Petersburg,
  Zenit St. Petersbourg, FC Zenit St. Petersburg, FK Zenit St. Petersburg, FK Zenit Sankt-Peterburg, Zenit
  Sankt-Peterburg, Zenit S. Petersburg, Zenit SPb, Zenit San Pietroburgo, FC Zenit SPB, Зенит, Зенит Санкт-Петербург,
  Zenit S.P. | ZEN
KAMAZ | Kamaz Naberezhnye Chelny, Kamaz N. Chelny, FC Kamaz, FC KAMAZ Naberezhnye Chelny
Khimki | FC Khimki, FK Khimki, Chimki, Khimki FC, FC Chimki, Химки | KHI
Krylya Sovetov Samara | Krylia Sovetov, Krylya Sovetov, Krylia Sovetov Samara, Kryliya Sovetov, FC Krylia Sovetov, PFC
  Krylia Sovetov Samara, Krylya Sovetov S., Kr. Sovetov, KS Samara, Samara, PFK Krylya Sovetov, Krilya Sovetov, FC
  Krylya Sovetov Samara, Krylja Sowetow, Krylia Sov., Krylja Sowetow Samara, PFC Krylya Sovetov, FC Krylia Sovetov
  Samara, Krilja Sovjetov, FC Krylya Sovetov, Kryliya Sovetov Samara, PFC Krylia Sovetov, PFK Krylya Sovetov Samara,
  PFC Krylya Sovetov Samara, Крылья Советов | KRY, KSO
Kuban Krasnodar | Kuban
Lokomotiv Moscow | Lokomotiv Moskva, FC Lokomotiv Moscow, Lok Moscow, Lokomotiv M., Lokomotiv Moskau, Lok Moskau, FK
  Lokomotiv Moskva, FC Lokomotiv Moskva, Loko Moscow, Lokomotive Moscow, Lok Moskva, FK Lokomotiv Moscow, Lokomotiv
  Moscou, Lokomotiv Mosca, FC Lokomotiv, Локомотив, Локомотив Москва | LMO, LOK, Loko, Lokomotiv
Mordovia Saransk | Mordovia
Neftekhimik Nizhnekamsk | Neftekhimik, FC Neftekhimik, Nizhnekamsk
Nizhny Novgorod | Nizhnii Novgorod, Pari Nizhny Novgorod, Pari NN, FC Nizhny Novgorod, FC Pari Nizhny Novgorod, N.
  Novgorod, Nizhni Novgorod, Nizhniy Novgorod, Pari N. Novgorod, FC Pari NN, FC Pari, Pari Nizhniy Novgorod, Nizh.
  Novgorod, Nizhny N., FK Nizhny Novgorod, Olimpiets Nizhny Novgorod, FC Nizhniy Novgorod, Nischni Nowgorod, FC Pari
  Nizhniy Novgorod, Пари НН, Нижний Новгород, Pari Nizhnij Novgorod | NIZ, PNN
Rodina Moscow | Rodina, FC Rodina, FC Rodina Moscow, Rodina Moskva, FK Rodina, FC Rodina Moskva, Rodina M., Rodina
  Moskau
Rotor Volgograd | Rotor, FC Rotor Volgograd, R. Volgograd, Volgograd, SC Rotor Volgograd, FC Rotor
Rubin Kazan | Rubin, FC Rubin Kazan, FK Rubin Kazan, Rubin Kasan, Kazan, FC Rubin, Rubin K., Rubin Kazan FC, FC Rubin
  Kasan, Рубин, Рубин Казань | RUB
Shinnik Yaroslavl | Shinnik, Yaroslavl, FC Shinnik Yaroslavl
SKA-Khabarovsk | Khabarovsk, FC SKA-Khabarovsk, SKA-Energiya, SKA Energiya Khabarovsk
SKA Rostov | SKA Rostov-on-Don
Sokol Saratov | Sokol
Spartak Moscow | Spartak Moskva, FC Spartak Moscow, FK Spartak Moskva, Spartak Moskau, Spartak M., FC Spartak Moskva,
  Spartak Mosca, FK Spartak Moscow, Sp. Moscow, Spartak Moscou, FC Spartak, FC Spartak Moskau, Спартак, Спартак Москва
  | SPA, SPM, Spartak
Tambov | FC Tambov, FK Tambov, PFC Tambov
Tom Tomsk | Tomsk
Torpedo Moscow | Torpedo Moskva, Torpedo Moskau, FC Torpedo Moscow, Torpedo M., FK Torpedo Moskva, FC Torpedo Moskva,
  Торпедо Москва | TOR, Torpedo
Tosno | FC Tosno
Tyumen | FC Tyumen
Ufa | FC Ufa, FK Ufa
Ural Yekaterinburg | Ural, FC Ural, Ural Ekaterinburg, FC Ural Yekaterinburg, FK Ural, Yekaterinburg, Ural Sverdlovsk
  Oblast, Ural Jekaterinburg, Ural Yekat., FC Ural Ekaterinburg, Урал | URA
Volga Nizhny Novgorod | Volga N. Novgorod
Volgar Astrakhan | Volgar, FC Volgar
Yenisey Krasnoyarsk | Yenisey, Enisey, Enisey Krasnoyarsk, FC Yenisey, Yenisei Krasnoyarsk, FC Yenisey Krasnoyarsk,
  Yenisei, Enisei
`,
  {
    shared: {
      Dinamo: ["Dynamo Moscow", "FC Dynamo Makhachkala"],
      Dynamo: ["Dynamo Moscow", "FC Dynamo Makhachkala"],
      Moscow: [
        "CSKA Moscow",
        "Dynamo Moscow",
        "Lokomotiv Moscow",
        "Rodina Moscow",
        "Spartak Moscow",
        "Torpedo Moscow",
      ],
      Moskva: [
        "CSKA Moscow",
        "Dynamo Moscow",
        "Lokomotiv Moscow",
        "Rodina Moscow",
        "Spartak Moscow",
        "Torpedo Moscow",
      ],
    },
  },
);
